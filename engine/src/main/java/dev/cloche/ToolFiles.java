package dev.cloche;

import dev.cloche.module.Sha256;
import dev.cloche.wasi.Preopen;
import dev.cloche.workspace.ArchiveLimits;
import dev.cloche.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Files that come with a tool, such as the library of a language: its guest sees them at one path,
 * as a directory beside {@code /}, in every call and whatever the policy says of the workspace. No
 * guest can change them, and they count in no session's quota.
 *
 * <p>They are read when a call of the tool first needs them, and then are there for all calls of
 * all sessions: the directory at once, each file when it is first read. Everything has the time
 * 1980-01-01. Immutable and thread-safe.
 */
public final class ToolFiles {

  private final String at;
  private final Supplier<byte[]> archive;
  private @Nullable Preopen opened;

  private ToolFiles(String at, Supplier<byte[]> archive) {
    if (!Preopen.isPlain(at)) {
      throw new IllegalArgumentException(
          "path of a tool's files is not of the form /name/name, of at most 1024 bytes");
    }
    this.at = at;
    this.archive = archive;
  }

  /**
   * Returns the files of a zip archive. It is looked into when a call first needs it: one that is
   * broken, or holds anything but files and directories, then ends the call.
   *
   * @param at where the guest sees them: an absolute path without empty, {@code .} and {@code ..}
   *     names, not {@code /}; at most 1,024 bytes in UTF-8
   * @param zip the archive; copied
   * @throws IllegalArgumentException if the path is not as described
   */
  public static ToolFiles of(String at, byte[] zip) {
    byte[] copy = zip.clone();
    return new ToolFiles(at, () -> copy);
  }

  /** Those beside a class: {@code NAME.files.zip}, and in {@code NAME.files.path} their place. */
  static Optional<ToolFiles> packaged(String name, Class<?> owner) {
    byte[] path = Tool.resource(owner, name + ".files.path");
    return path == null
        ? Optional.empty()
        : Optional.of(
            new ToolFiles(
                new String(path, StandardCharsets.UTF_8).strip(), () -> archive(name, owner)));
  }

  private static byte[] archive(String name, Class<?> owner) {
    byte[] zip = Tool.resource(owner, name + ".files.zip");
    if (zip == null) {
      throw new IllegalStateException("files of the tool \"" + name + "\" are not in its jar");
    }
    return zip;
  }

  /** Where the guest sees them. */
  public String at() {
    return at;
  }

  /** SHA-256 of the archive, in lower-case hexadecimal. */
  String digest() {
    return Sha256.of(archive.get());
  }

  /**
   * What each call is given; the same in all.
   *
   * @throws dev.cloche.workspace.WorkspaceException if the archive is not acceptable
   */
  public synchronized Preopen preopen() {
    Preopen known = opened;
    if (known == null) {
      known = new Preopen(at, Workspace.ofZip(archive.get(), ArchiveLimits.defaults()), true);
      opened = known;
    }
    return known;
  }
}
