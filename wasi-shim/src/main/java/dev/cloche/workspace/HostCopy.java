package dev.cloche.workspace;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.LowerDirectory;
import dev.cloche.workspace.tree.LowerEntry;
import dev.cloche.workspace.tree.LowerFile;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;

/**
 * Copies one file or directory of the host into the tree, by the same careful way by which mounts
 * read: see {@link HostRoot}.
 *
 * <p>The caller holds the lock of the volume.
 */
final class HostCopy {
  private static final OpenRequest CREATE = new OpenRequest(false, true, true, false, false, true);
  private static final OpenRequest ENTER = new OpenRequest(true, false, false, true, false, false);
  private static final int CHUNK = 64 * 1024;

  private final HostFiles files;
  private final FileTree tree;
  private final WorkspaceLimits limits;
  private final String guestPath;
  private final Access access;
  private final byte[] buffer = new byte[CHUNK];
  private String current;

  HostCopy(HostFiles files, WorkspaceLimits limits, String guestPath, Access access) {
    this.files = files;
    this.tree = files.tree();
    this.limits = limits;
    this.guestPath = guestPath;
    this.access = access;
    this.current = guestPath;
  }

  void run(Path source) {
    boolean started = false;
    boolean done = false;
    try {
      Path real = source.toRealPath();
      requireFree(Files.isDirectory(real));
      started = true;
      copy(real);
      if (access == Access.READ) {
        tree.seal(tree.root(), HostFiles.relative(guestPath));
      }
      done = true;
    } catch (Fault fault) {
      throw Messages.failure("copy in", current, fault.errno(), limits);
    } catch (IOException unreadable) {
      throw refusal(Messages.unreadable(unreadable));
    } finally {
      if (started && !done) {
        files.deleteQuietly(guestPath);
      }
    }
  }

  private WorkspaceException refusal(String reason) {
    return new WorkspaceException("cannot copy in " + Messages.quote(current) + ": " + reason);
  }

  private void requireFree(boolean directory) throws Fault {
    if (directory) {
      files.createDirectories(guestPath);
      if (!files.list(guestPath).isEmpty()) {
        throw Errno.NOTEMPTY.fault();
      }
    } else if (files.present(guestPath, false)) {
      throw Errno.EXIST.fault();
    }
  }

  private void copy(Path real) throws IOException, Fault {
    String target = HostFiles.relative(guestPath);
    if (Files.isDirectory(real)) {
      try (HostRoot root = HostRoot.open(real)) {
        copyEntries(new HostDirectory(root, List.of()), tree.root(), target, guestPath);
      }
      return;
    }
    if (!Files.isRegularFile(real)) {
      throw refusal("the source is neither a file nor a directory");
    }
    files.createParents(target);
    try (HostRoot root = HostRoot.open(Objects.requireNonNull(real.getParent(), "a parent"));
        var above = root.enter(List.of())) {
      BasicFileAttributes attributes = HostRoot.attributes(above, real.getFileName());
      HostVersion version = HostVersion.of(attributes);
      copyFile(new HostFile(root, List.of(), real.getFileName(), version), tree.root(), target);
    }
  }

  private void copyEntries(LowerDirectory from, Directory base, String name, String guest)
      throws Fault {
    Directory into = (Directory) tree.open(base, name, ENTER);
    try {
      for (LowerEntry entry : from.list(limits.nodes())) {
        current = guest + "/" + entry.name();
        copyEntry(entry, into);
      }
    } finally {
      tree.nodes().close(into);
    }
  }

  private void copyEntry(LowerEntry entry, Directory into) throws Fault {
    if (entry instanceof LowerEntry.Link link) {
      tree.createLinkUnchecked(link.target(), into, link.name());
    } else if (entry instanceof LowerEntry.Folder folder) {
      tree.createDirectory(into, folder.name());
      copyEntries(folder.directory(), into, folder.name(), current);
    } else if (entry instanceof LowerEntry.File file) {
      copyFile(file.file(), into, file.name());
    }
  }

  private void copyFile(LowerFile from, Directory into, String target) throws Fault {
    from.open();
    try {
      RegularFile file = (RegularFile) tree.open(into, target, CREATE);
      try {
        for (long offset = 0; offset < from.size(); ) {
          int count = from.read(offset, buffer, 0, buffer.length);
          offset = tree.nodes().write(file, offset, false, buffer, 0, count);
        }
      } finally {
        tree.nodes().close(file);
      }
    } finally {
      from.close();
    }
  }
}
