package dev.cloche.workspace;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.OverlayChange;
import dev.cloche.workspace.tree.RegularFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares the host with what was read from it, before it is written to. */
final class HostCheck {
  private final HostRoot root;

  HostCheck(HostRoot root) {
    this.root = root;
  }

  /** Returns why the change does not fit what the host has now; nothing if it does. */
  Optional<String> conflict(OverlayChange change, List<Path> above, Path name) {
    if (change.fresh()) {
      return Optional.empty();
    }
    try (SecureDirectoryStream<Path> directory = root.enter(above)) {
      return conflict(change, directory, name);
    } catch (IOException | DirectoryIteratorException unreachable) {
      return Optional.of("the directory above is gone or was replaced");
    }
  }

  /** The same, in the directory that was opened for the change. */
  Optional<String> conflict(OverlayChange change, SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    if (change.fresh()) {
      return Optional.empty();
    }
    BasicFileAttributes now = attributes(directory, name);
    if (change.before() == null) {
      return now == null ? Optional.empty() : Optional.of("something appeared there");
    }
    if (now == null) {
      return Optional.of("it is gone");
    }
    return isSame(change, directory, name, now)
        ? Optional.empty()
        : Optional.of("it was changed or replaced");
  }

  private static boolean isSame(
      OverlayChange change,
      SecureDirectoryStream<Path> directory,
      Path name,
      BasicFileAttributes now)
      throws IOException {
    if (change.before() instanceof RegularFile) {
      return change.fileBefore() instanceof HostFile file && file.version().isOf(now);
    }
    if (change.before() instanceof Directory) {
      return now.isDirectory() && holdsOnly(change, directory, name);
    }
    return now.isSymbolicLink();
  }

  private static boolean holdsOnly(
      OverlayChange change, SecureDirectoryStream<Path> directory, Path name) throws IOException {
    try (SecureDirectoryStream<Path> inside =
        directory.newDirectoryStream(name, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      for (Path each : inside) {
        if (!change.namesBefore().contains(each.getFileName().toString())) {
          return false;
        }
      }
      return true;
    }
  }

  static @Nullable BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    try {
      return HostRoot.attributes(directory, name);
    } catch (NoSuchFileException missing) {
      return null;
    }
  }
}
