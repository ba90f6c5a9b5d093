package dev.cloche.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Copies one file or directory of the host into the tree.
 *
 * <p><b>Attacks.</b> Someone may change the host directory meanwhile, to make us read what lies
 * outside. So every directory and file below the source is opened relative to the open directory
 * above it, and never through a link. Java can read a link's target only by path; there the
 * directory is compared with the open one before and after, and what could leak is the text of a
 * link. A FIFO is recognised before it would be opened.
 *
 * <p>The caller holds the lock of the volume.
 */
final class HostCopy {
  private static final OpenRequest CREATE = new OpenRequest(false, true, true, false, false, true);
  private static final OpenRequest ENTER = new OpenRequest(true, false, false, true, false, false);
  private static final int CHUNK = 64 * 1024;

  /** The target given to links that lead out: it can be seen, and never followed. */
  private static final String NOWHERE = "/";

  private final HostFiles files;
  private final FileTree tree;
  private final WorkspaceLimits limits;
  private final String guestPath;
  private final Access access;
  private final ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
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
    } catch (IOException | DirectoryIteratorException unreadable) {
      // The message of the cause holds the host path, its type says enough.
      throw refusal("the source cannot be read (" + unreadable.getClass().getSimpleName() + ")");
    } finally {
      if (started && !done) {
        removePartialCopy();
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

  private void removePartialCopy() {
    try {
      if (files.present(guestPath, false)) {
        files.delete(guestPath);
      }
    } catch (Fault fault) {
      throw new IllegalStateException("partial copy could not be removed: " + fault.errno(), fault);
    }
  }

  private void copy(Path real) throws IOException, Fault {
    String target = HostFiles.relative(guestPath);
    if (Files.isDirectory(real)) {
      Directory into = (Directory) tree.open(tree.root(), target, ENTER);
      try (SecureDirectoryStream<Path> from = openDirectory(real)) {
        copyEntries(new Level(from, real, real, guestPath), into);
      } finally {
        tree.nodes().close(into);
      }
      return;
    }
    if (!Files.isRegularFile(real)) {
      throw refusal("the source is neither a file nor a directory");
    }
    files.createParents(target);
    Path above = Objects.requireNonNull(real.getParent(), "a file has a parent");
    try (SecureDirectoryStream<Path> from = openDirectory(above)) {
      copyFile(from, real.getFileName(), tree.root(), target);
    }
  }

  @SuppressWarnings("StreamResourceLeak") // handed to the caller, who closes it
  private SecureDirectoryStream<Path> openDirectory(Path directory) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw refusal("this platform cannot open directories without following links");
  }

  /** One directory of the host that is open, its path, the mount's, and the guest's. */
  private record Level(SecureDirectoryStream<Path> stream, Path path, Path root, String guest) {}

  private void copyEntries(Level level, Directory into) throws IOException, Fault {
    for (Path name : sortedNames(level.stream())) {
      current = level.guest() + "/" + name;
      copyEntry(level, name, into);
    }
  }

  /** Sorted, so that equal directories give equal trees; no more than the quota could take. */
  private List<Path> sortedNames(DirectoryStream<Path> stream) throws Fault {
    List<Path> names = new ArrayList<>();
    for (Path entry : stream) {
      if (names.size() == limits.nodes()) {
        throw Errno.NOSPC.fault();
      }
      names.add(entry.getFileName());
    }
    Collections.sort(names);
    return names;
  }

  private void copyEntry(Level level, Path name, Directory into) throws IOException, Fault {
    BasicFileAttributes attributes =
        level.stream()
            .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
            .readAttributes();
    if (attributes.isSymbolicLink()) {
      tree.createLinkUnchecked(linkTarget(level, name), into, name.toString());
    } else if (attributes.isDirectory()) {
      copyDirectory(level, name, into);
    } else if (attributes.isRegularFile()) {
      copyFile(level.stream(), name, into, name.toString());
    }
  }

  private void copyDirectory(Level level, Path name, Directory into) throws IOException, Fault {
    tree.createDirectory(into, name.toString());
    Directory below = (Directory) tree.open(into, name.toString(), ENTER);
    try (SecureDirectoryStream<Path> stream =
        level.stream().newDirectoryStream(name, NOFOLLOW_LINKS)) {
      copyEntries(new Level(stream, level.path().resolve(name), level.root(), current), below);
    } finally {
      tree.nodes().close(below);
    }
  }

  private void copyFile(
      SecureDirectoryStream<Path> stream, Path name, Directory into, String target)
      throws IOException, Fault {
    try (SeekableByteChannel from =
        stream.newByteChannel(name, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS))) {
      RegularFile file = (RegularFile) tree.open(into, target, CREATE);
      try {
        for (long offset = 0; from.read(buffer.clear()) >= 0; ) {
          offset = tree.nodes().write(file, offset, false, buffer.array(), 0, buffer.position());
        }
      } finally {
        tree.nodes().close(file);
      }
    }
  }

  private String linkTarget(Level level, Path name) throws IOException {
    requireSame(level);
    Path target = Files.readSymbolicLink(level.path().resolve(name));
    requireSame(level);
    if (!target.isAbsolute()) {
      return target.toString();
    }
    Path inside = target.normalize();
    if (!inside.startsWith(level.root())) {
      return NOWHERE;
    }
    String relative = level.path().relativize(inside).toString();
    return relative.isEmpty() ? "." : relative;
  }

  private void requireSame(Level level) throws IOException {
    Object open =
        level.stream()
            .getFileAttributeView(BasicFileAttributeView.class)
            .readAttributes()
            .fileKey();
    Object named =
        Files.readAttributes(level.path(), BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
    if (!Objects.equals(open, named)) {
      throw refusal("the source changed while it was copied");
    }
  }
}
