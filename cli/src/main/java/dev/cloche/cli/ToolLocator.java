package dev.cloche.cli;

import dev.cloche.Tool;
import dev.cloche.policy.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Finds the tool that a user names.
 *
 * <p>A name with a slash or ending in {@code .wasm} is a file. Any other is a bundled tool, or else
 * a file in the current directory: this order, so that a file that lies around never takes the
 * place of a bundled tool.
 */
final class ToolLocator {

  /** 256 MiB: far above what the engine accepts, and still no danger to the heap. */
  private static final long MAX_FILE_BYTES = 256L << 20;

  private final Catalogue catalogue;

  ToolLocator(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Returns the tool; its module is not checked.
   *
   * @throws UsageException if there is none, or it cannot be read
   */
  Tool find(String name) {
    if (name.contains("/") || name.endsWith(".wasm")) {
      return read(name);
    }
    return catalogue
        .find(name)
        .map(ToolLocator::bundled)
        .orElseGet(() -> isFile(name) ? read(name) : unknown(name));
  }

  private static Tool bundled(Catalogue.Entry entry) {
    entry
        .missing()
        .ifPresent(
            how -> {
              throw new UsageException("tool " + entry.name() + " is not built: " + how);
            });
    return entry.tool().get();
  }

  private Tool unknown(String name) {
    throw new UsageException(
        Printable.quote(name) + " is no bundled tool and no file; " + catalogue.hint(name));
  }

  private static boolean isFile(String name) {
    return !name.isEmpty() && Files.exists(path(name));
  }

  private static Tool read(String name) {
    Path file = path(name);
    requireReadable(name, file);
    try {
      return Tool.read(file);
    } catch (IOException e) {
      throw wrong(name, "cannot be read");
    }
  }

  private static void requireReadable(String name, Path file) {
    if (!Files.exists(file)) {
      throw wrong(name, "does not exist");
    } else if (Files.isDirectory(file)) {
      throw wrong(name, "is a directory; name a .wasm file in it");
    } else if (!Files.isRegularFile(file)) {
      throw wrong(name, "is not a regular file; save the module to a file first");
    } else if (!Files.isReadable(file)) {
      throw wrong(name, "cannot be read: permission denied");
    } else if (size(name, file) > MAX_FILE_BYTES) {
      throw wrong(name, "is larger than any module may be: " + ByteSize.format(MAX_FILE_BYTES));
    }
  }

  private static long size(String name, Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw wrong(name, "cannot be read");
    }
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw wrong(name, "is a name that no file of this system can have");
    }
  }

  private static UsageException wrong(String name, String why) {
    return new UsageException("tool file " + Printable.quote(name) + " " + why);
  }
}
