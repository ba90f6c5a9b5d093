package dev.cloche.host;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory of the host that holds what launches need: filters, arguments, reports, {@code /etc},
 * and where workspaces are mounted. Nobody else can list it or write to it; no sandbox sees it.
 */
final class RunDirectory {
  /** Entered by the user that launches become, but not listed. */
  private static final String ENTER_ONLY = "rwx--x--x";

  private static final String OWN = "rw-------";

  private final Path path;

  private RunDirectory(Path path) {
    this.path = path;
  }

  /**
   * Makes one.
   *
   * @throws RefusedException if the user that launches become could not enter it
   */
  static RunDirectory create() throws IOException {
    // The process is named, so that what a killed one left can be told from what is in use.
    String prefix = "cloche-" + ProcessHandle.current().pid() + "-";
    Path path = Files.createTempDirectory(prefix).toRealPath();
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(ENTER_ONLY));
    for (Path each = path.getParent(); each != null; each = each.getParent()) {
      if (Machine.isRoot() && !isOpenToAll(each)) {
        Files.delete(path);
        throw new RefusedException(
            NativeRefusal.SANDBOX_UNUSABLE,
            "the directory for temporary files cannot be entered by other users than root; set"
                + " java.io.tmpdir");
      }
    }
    return new RunDirectory(path);
  }

  private static boolean isOpenToAll(Path directory) throws IOException {
    return Files.getPosixFilePermissions(directory).contains(PosixFilePermission.OTHERS_EXECUTE);
  }

  Path path() {
    return path;
  }

  /** Makes a directory in it. */
  RunDirectory child(String name) throws IOException {
    Path child = Files.createDirectory(path.resolve(name));
    Files.setPosixFilePermissions(child, PosixFilePermissions.fromString(ENTER_ONLY));
    return new RunDirectory(child);
  }

  /** Writes a file that only this JVM's user can read. */
  Path write(String name, byte[] content) throws IOException {
    Path file = path.resolve(name);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWN)));
    return Files.write(file, content);
  }

  /** Deletes it and all in it, as far as that can be; no link is followed. */
  void delete() {
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (IOException busy) {
      // Nothing in it is secret, and the name is never used again.
      return;
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failed)
        throws IOException {
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
