package dev.cloche.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A directory of the host, held open, from which everything below is reached name by name.
 *
 * <p><b>Attacks.</b> Someone may change what is below meanwhile, to make us reach what lies
 * outside. So every directory is opened relative to the open one above it, and never through a
 * link; a path is used for the root alone, whose place only the embedder decides.
 *
 * <p><b>What Java cannot do.</b> It cannot open without waiting: a FIFO that takes a file's place
 * in the moment between the look and the opening blocks the opening until someone writes to it. It
 * cannot read a link's target relative to an open directory; see {@link #target}.
 */
final class HostRoot implements AutoCloseable {
  private static final Path HERE = Path.of(".");

  /** The target given to links that lead out: it can be seen, and never followed. */
  private static final String NOWHERE = "/";

  private final Path path;
  private final SecureDirectoryStream<Path> stream;
  private final Object key;
  private final Set<SeekableByteChannel> files = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private HostRoot(Path path, SecureDirectoryStream<Path> stream, Object key) {
    this.path = path;
    this.stream = stream;
    this.key = key;
  }

  /** Opens a directory, given by a path without links. */
  @SuppressWarnings("StreamResourceLeak") // held open until close
  static HostRoot open(Path real) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(real);
    try {
      if (stream instanceof SecureDirectoryStream<Path> secure) {
        Object key = attributes(secure).fileKey();
        if (key != null) {
          return new HostRoot(real, secure, key);
        }
      }
      throw new WorkspaceException("this platform cannot open directories without following links");
    } catch (IOException | WorkspaceException failure) {
      stream.close();
      throw failure;
    }
  }

  /** Returns the path; for what cannot be done relative to an open directory. */
  Path path() {
    return path;
  }

  /** Fails if the path does not name this directory any more. */
  void requireInPlace() throws IOException {
    requireSame(key, path);
  }

  private static void requireSame(Object key, Path named) throws IOException {
    BasicFileAttributes there =
        Files.readAttributes(named, BasicFileAttributes.class, NOFOLLOW_LINKS);
    if (!Objects.equals(key, there.fileKey())) {
      throw new IOException("the directory was replaced");
    }
  }

  /** Opens the directory that the names lead to; a link among them is an error. */
  SecureDirectoryStream<Path> enter(List<Path> names) throws IOException {
    if (closed) {
      throw new IOException("the mount was closed");
    }
    SecureDirectoryStream<Path> at = stream.newDirectoryStream(HERE, NOFOLLOW_LINKS);
    for (Path name : names) {
      try (SecureDirectoryStream<Path> above = at) {
        // Opening a FIFO would wait.
        if (!attributes(above, name).isDirectory()) {
          throw new NotDirectoryException(name.toString());
        }
        at = above.newDirectoryStream(name, NOFOLLOW_LINKS);
      }
    }
    return at;
  }

  /** Takes note of a file that was opened below, so that it ends with the root: attack F16. */
  void opened(SeekableByteChannel file) throws IOException {
    files.add(file);
    if (closed) {
      throw new IOException("the mount was closed");
    }
  }

  /** Closes a file that was opened below. */
  void close(SeekableByteChannel file) throws IOException {
    files.remove(file);
    file.close();
  }

  static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory) throws IOException {
    return directory.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
  }

  static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return directory
        .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
        .readAttributes();
  }

  /**
   * Returns what a guest is shown as the target of a link. One that is absolute becomes relative if
   * it stays below the root, and {@code /} if not, so that no path of the host shows.
   *
   * <p>Java can read a target by path only. The directory is compared with the open one before and
   * after; what could leak to someone who swaps directories in between is the text of a link.
   */
  String target(SecureDirectoryStream<Path> directory, List<Path> names, Path name)
      throws IOException {
    Path above = path;
    for (Path each : names) {
      above = above.resolve(each);
    }
    Object open = attributes(directory).fileKey();
    requireSame(open, above);
    Path target = Files.readSymbolicLink(above.resolve(name));
    requireSame(open, above);
    if (!target.isAbsolute()) {
      return target.toString();
    }
    Path inside = target.normalize();
    if (!inside.startsWith(path)) {
      return NOWHERE;
    }
    String relative = above.relativize(inside).toString();
    return relative.isEmpty() ? "." : relative;
  }

  /** Returns the error to answer; the cause stays here, since its text may hold host paths. */
  static Fault fault(Exception cause) {
    if (cause instanceof DirectoryIteratorException iteration) {
      return fault(iteration.getCause());
    }
    return (cause instanceof NoSuchFileException ? Errno.NOENT : Errno.IO).fault();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (SeekableByteChannel file : files) {
      close(file);
    }
    stream.close();
  }
}
