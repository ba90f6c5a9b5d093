package dev.cloche.host;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads files that the kernel makes up: short, and of no size that it tells. Each command needs a
 * dozen; of the ways that Java has, this one asks the kernel for least.
 */
final class KernelFile {
  private KernelFile() {}

  /**
   * Reads a file whole.
   *
   * @throws NoSuchFileException if there is none
   */
  static String read(Path file) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), ISO_8859_1);
    } catch (FileNotFoundException closed) {
      // Also what may not be read ends here, which must not pass for what is not there.
      if (Files.exists(file)) {
        throw closed;
      }
      throw new NoSuchFileException(file.getFileName().toString());
    }
  }
}
