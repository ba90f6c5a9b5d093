package dev.cloche.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A file of the user's own, closed to others, never reached over a link, and its older parts. */
final class OwnFile {

  private static final Set<PosixFilePermission> CLOSED =
      PosixFilePermissions.fromString("rw-------");
  private static final FileAttribute<Set<PosixFilePermission>> AS_CLOSED =
      PosixFilePermissions.asFileAttribute(CLOSED);
  private static final int MAX_PARTS = 999_999;

  private final Path path;
  private final Path directory;
  private final String name;

  private OwnFile(Path path) {
    this.path = path;
    this.directory = Objects.requireNonNull(path.getParent(), "directory");
    this.name = Objects.requireNonNull(path.getFileName(), "name").toString();
  }

  static OwnFile of(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    if (absolute.getParent() == null || !Files.isDirectory(absolute.getParent())) {
      throw new AuditSinkException("the directory of the audit file does not exist");
    }
    if (!absolute.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      throw new AuditSinkException("the file system of the audit file has no permissions");
    }
    return new OwnFile(absolute);
  }

  /** Returns the path of a file beside it. */
  Path beside(String suffix) {
    return directory.resolve(name + suffix);
  }

  /** Opens it for reading and appending; makes it if it is missing. */
  FileChannel open() throws IOException {
    return open(path);
  }

  /** Opens a file of the user's own, as this class understands it. */
  static FileChannel open(Path path) throws IOException {
    try {
      return FileChannel.open(
          path,
          Set.<OpenOption>of(
              StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
          AS_CLOSED);
    } catch (FileAlreadyExistsException e) {
      return openExisting(path);
    }
  }

  private static FileChannel openExisting(Path path) throws IOException {
    requireOwn(path);
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      return channel.position(channel.size());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void requireOwn(Path path) throws IOException {
    PosixFileAttributes found =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isRegularFile()) {
      throw new AuditSinkException("the audit file is no regular file");
    }
    if (!CLOSED.containsAll(found.permissions())) {
      throw new AuditSinkException(
          "the audit file is open to others: "
              + PosixFilePermissions.toString(found.permissions())
              + " is more than rw-------");
    }
    if (!found.owner().equals(me(path))) {
      throw new AuditSinkException("the audit file belongs to another user");
    }
  }

  private static Object me(Path path) throws IOException {
    Path probe = Files.createTempFile(path.getParent(), ".cloche-audit", ".tmp", AS_CLOSED);
    try {
      return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.delete(probe);
    }
  }

  /** Gives it the name of its next older part; never takes the name of a file that exists. */
  void rotate() throws IOException {
    int next = lastNumber() + 1;
    if (next > MAX_PARTS) {
      throw new AuditSinkException("the audit file has " + MAX_PARTS + " older parts; move them");
    }
    Path ignored = Files.move(path, part(next));
  }

  /** Returns its newest older part, if there is one. */
  Optional<Path> lastRotated() throws IOException {
    int last = lastNumber();
    return last == 0 ? Optional.empty() : Optional.of(part(last));
  }

  private Path part(int number) {
    return beside(".%06d".formatted(number));
  }

  private int lastNumber() throws IOException {
    Pattern part = Pattern.compile(Pattern.quote(name) + "\\.(\\d{6})");
    int last = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        var matcher = part.matcher(String.valueOf(file.getFileName()));
        if (matcher.matches()) {
          last = Math.max(last, Integer.parseInt(matcher.group(1)));
        }
      }
    }
    return last;
  }
}
