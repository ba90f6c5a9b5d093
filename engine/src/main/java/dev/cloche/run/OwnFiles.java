package dev.cloche.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * Files in a directory that belongs to the user of this process and is closed to everyone else.
 * Each is written whole, and read only if it, too, is the user's own and closed.
 */
final class OwnFiles {

  private static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;
  private final UserPrincipal user;

  private OwnFiles(Path directory, UserPrincipal user) {
    this.directory = directory;
    this.user = user;
  }

  /**
   * Returns the files of a directory, which is made if it is missing.
   *
   * @throws IOException if it is not the user's own, or open to others
   * @throws UnsupportedOperationException if the file system has no owners and permissions
   */
  static OwnFiles in(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      Path ignored = Files.createDirectories(directory, DIRECTORY);
    }
    Path probe = Files.createTempFile(directory, "probe", ".tmp", FILE);
    UserPrincipal user = attributes(probe).owner();
    Files.delete(probe);
    requireOwn(directory, user);
    return new OwnFiles(directory, user);
  }

  byte[] read(Path file) throws IOException {
    requireOwn(file, user);
    return Files.readAllBytes(file);
  }

  void replace(Path file, byte[] content) throws IOException {
    Path written = write(content);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Writes a file unless another process has done so first; either way it is whole then. */
  void writeIfAbsent(Path file, byte[] content) throws IOException {
    Path written = write(content);
    try {
      Files.createLink(file, written);
    } catch (FileAlreadyExistsException other) {
      // The other process's is as good.
    } finally {
      Files.delete(written);
    }
  }

  private Path write(byte[] content) throws IOException {
    Path file = Files.createTempFile(directory, "new", ".tmp", FILE);
    try {
      return Files.write(file, content);
    } catch (IOException full) {
      // Half a file would take the room that the disk lacks.
      Files.deleteIfExists(file);
      throw full;
    }
  }

  private static void requireOwn(Path path, UserPrincipal user) throws IOException {
    PosixFileAttributes attributes = attributes(path);
    boolean closed =
        attributes.permissions().stream().allMatch(right -> right.name().startsWith("OWNER"));
    if (attributes.isSymbolicLink() || !closed || !attributes.owner().equals(user)) {
      throw new IOException(
          "\"" + path.getFileName() + "\" is not the user's own, or is open to others");
    }
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
