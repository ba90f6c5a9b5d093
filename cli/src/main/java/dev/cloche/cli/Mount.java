package dev.cloche.cli;

import dev.cloche.Policy;
import dev.cloche.policy.PolicyMount;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * One {@code --mount}, or one of a policy: a host directory or file, where the guest sees it, and
 * how.
 *
 * @param label what messages call it
 */
record Mount(String label, Path host, String guestPath, Access access) {

  /**
   * Reads {@code HOST:GUEST[:read|overlay]}. It is read from the right, since a host path may hold
   * colons and a guest path starts with a slash.
   *
   * @throws UsageException if the text is wrong or the host path does not exist
   */
  static Mount parse(String text) {
    String paths = withoutMode(text);
    int colon = paths.lastIndexOf(':');
    if (colon <= 0) {
      throw wrong(text, "has no guest path; write HOST:GUEST, such as ./data:/data");
    }
    String guestPath = paths.substring(colon + 1);
    if (!guestPath.startsWith("/")) {
      throw wrongGuestPath(text, guestPath);
    }
    Access access = text.endsWith(":overlay") ? Access.OVERLAY : Access.READ;
    return new Mount(label(text), existing(text, paths.substring(0, colon)), guestPath, access);
  }

  /**
   * Shows it in a workspace.
   *
   * @throws UsageException if it does not fit or cannot be read
   */
  dev.cloche.workspace.Mount applyTo(Workspace workspace) {
    try {
      return workspace.mount(host, guestPath, access);
    } catch (WorkspaceException e) {
      throw new UsageException(label + " cannot be mounted: " + e.getMessage());
    }
  }

  private static String withoutMode(String text) {
    for (String mode : new String[] {":read", ":overlay"}) {
      if (text.endsWith(mode)) {
        return text.substring(0, text.length() - mode.length());
      }
    }
    return text;
  }

  /** {@code a:/b:rw} has a mode that is wrong, {@code a:b} a guest path that is. */
  private static UsageException wrongGuestPath(String text, String guestPath) {
    return text.contains(":/") && !guestPath.isEmpty()
        ? wrong(text, "ends in " + Printable.quote(guestPath) + "; the mode is read or overlay")
        : wrong(text, "has a guest path that is not absolute; write /" + Printable.line(guestPath));
  }

  private static Path existing(String text, String host) {
    Path path = path(text, host);
    if (!Files.exists(path)) {
      throw wrong(text, "names a host directory that does not exist");
    } else if (!Files.isReadable(path)) {
      throw wrong(text, "names a host directory that you may not read");
    }
    return path;
  }

  private static Path path(String text, String host) {
    try {
      return Path.of(host);
    } catch (InvalidPathException e) {
      throw wrong(text, "names a host path that this system cannot have");
    }
  }

  private static UsageException wrong(String text, String why) {
    return new UsageException(label(text) + " " + why);
  }

  private static String label(String text) {
    return "--mount " + Printable.quote(text);
  }

  /** Returns the mounts of a policy. */
  static List<Mount> of(Policy policy) {
    return policy.workspace().mounts().stream().map(Mount::of).toList();
  }

  private static Mount of(PolicyMount mount) {
    return new Mount(
        "mount at " + Printable.quote(mount.at()), mount.host(), mount.at(), mount.mode());
  }
}
