package dev.cloche.cli;

import dev.cloche.cli.store.StoredTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Reads and writes the files that commands of plugin authors are about. */
final class ToolFile {

  private ToolFile() {}

  /**
   * Returns the path of a file that is there.
   *
   * @throws UsageException if it is not
   */
  static Path existing(String name) {
    Path file = path(name);
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          Printable.quote(name) + " is not a file; name a module or a script that lies there");
    }
    return file;
  }

  static Path path(String name) {
    try {
      if (!name.isEmpty()) {
        return Path.of(name);
      }
    } catch (InvalidPathException e) {
      // Said below.
    }
    throw new UsageException(Printable.quote(name) + " is no path of this system");
  }

  /** Returns the bytes of a file of at most 256 MiB. */
  static byte[] bytes(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes((int) StoredTool.MAX_BYTES + 1);
      if (bytes.length > StoredTool.MAX_BYTES) {
        throw new UsageException(shown(file) + " is larger than any tool may be: 256Mi");
      }
      return bytes;
    } catch (IOException e) {
      throw new UsageException(shown(file) + " cannot be read");
    }
  }

  /** Writes a file whole, or leaves what was there. */
  static void write(Path file, byte[] bytes) {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Path unused = Files.write(fresh, bytes);
      unused = Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UsageException(shown(file) + " cannot be written");
    }
  }

  /** Tells whether a file is a module by its name. */
  static boolean isModule(Path file) {
    return file.toString().endsWith(".wasm");
  }

  static String shown(Path file) {
    return Printable.quote(file.toString());
  }
}
