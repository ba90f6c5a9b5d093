package dev.cloche.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.cloche.workspace.tree.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * Prepares new files, directories and links under temporary names in the root of a mount, from
 * where each is renamed to its place: so each appears whole or not at all.
 *
 * <p><b>Why the root.</b> Java can make a directory and a link by path only. The path of the root
 * is the embedder's; a path below it could lead through a link that someone put there meanwhile.
 * The renaming is relative to directories that are held open.
 */
final class HostStage implements AutoCloseable {
  private static final int CHUNK = 64 * 1024;

  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-r--r--");
  private static final Set<PosixFilePermission> MOST = PosixFilePermissions.fromString("rwxr-xr-x");

  private final HostRoot root;
  private final SecureDirectoryStream<Path> stream;
  private final String prefix;
  private final Set<Path> left = new HashSet<>();
  private int count;

  HostStage(HostRoot root) throws IOException {
    this.root = root;
    this.stream = root.enter(java.util.List.of());
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    this.prefix = ".cloche-" + HexFormat.of().formatHex(random) + "-";
  }

  /** Returns the mode of a new file, which has no more than the one it replaces, nor 0755. */
  static Set<PosixFilePermission> mode(Set<PosixFilePermission> replaced) {
    Set<PosixFilePermission> mode = new HashSet<>(replaced.isEmpty() ? FILE : replaced);
    mode.retainAll(MOST);
    return mode;
  }

  private Path next() {
    Path name = root.path().getFileSystem().getPath(prefix + count++);
    left.add(name);
    return name;
  }

  /** Returns the mode of a file that replaces none. */
  static Set<PosixFilePermission> fileMode() {
    return mode(Set.of());
  }

  /** Returns the mode of a directory. */
  static FileAttribute<Set<PosixFilePermission>> directoryMode() {
    return PosixFilePermissions.asFileAttribute(MOST);
  }

  /** Where the bytes of a file come from. */
  interface Source {
    /** Reads at an offset and returns how many bytes there were. */
    int read(long offset, byte[] into) throws Fault;
  }

  /** Writes the bytes of a file of the tree. */
  Path file(Source source, long size, Set<PosixFilePermission> mode) throws IOException, Fault {
    Path name = next();
    try {
      write(name, source, size, mode);
      return name;
    } catch (IOException | Fault half) {
      dropHalf(name);
      throw half;
    }
  }

  private void write(Path name, Source source, long size, Set<PosixFilePermission> mode)
      throws IOException, Fault {
    try (SeekableByteChannel to =
        stream.newByteChannel(
            name,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(mode))) {
      for (long offset = 0; offset < size; ) {
        byte[] chunk = new byte[(int) Math.min(CHUNK, size - offset)];
        int read = source.read(offset, chunk);
        ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, read);
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        offset += chunk.length;
      }
    }
  }

  /** At once: on a full disk it has the room that smaller files would fit in. */
  private void dropHalf(Path name) {
    try {
      stream.deleteFile(name);
      left.remove(name);
    } catch (IOException notNow) {
      // Tried again at the end, if it was made at all.
    }
  }

  Path directory() throws IOException {
    root.requireInPlace();
    Path name = next();
    Files.createDirectory(root.path().resolve(name), directoryMode());
    return name;
  }

  Path link(String target) throws IOException {
    root.requireInPlace();
    Path name = next();
    Files.createSymbolicLink(
        root.path().resolve(name), root.path().getFileSystem().getPath(target));
    return name;
  }

  /** Renames what was prepared to its place, over what is there. */
  void moveTo(Path prepared, SecureDirectoryStream<Path> directory, Path name) throws IOException {
    stream.move(prepared, directory, name);
    left.remove(prepared);
  }

  /** Removes what did not find its place. */
  @Override
  public void close() throws IOException {
    for (Path name : left) {
      var attributes = HostCheck.attributes(stream, name);
      if (attributes != null && attributes.isDirectory()) {
        stream.deleteDirectory(name);
      } else if (attributes != null) {
        stream.deleteFile(name);
      }
    }
    stream.close();
  }
}
