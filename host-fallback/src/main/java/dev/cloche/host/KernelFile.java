package dev.cloche.host;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads files that the kernel makes up: short, and of no size that it tells. Each command needs a
 * dozen; of the ways that Java has, this one asks the kernel for least.
 */
final class KernelFile {
  /** Most have a number or a few lines. */
  private static final int USUAL_BYTES = 1024;

  private KernelFile() {}

  /**
   * Reads a file whole.
   *
   * @throws NoSuchFileException if there is none
   */
  static String read(Path file) throws IOException {
    return read(file.toFile());
  }

  /**
   * Reads a file of a directory whole.
   *
   * @throws NoSuchFileException if there is none
   */
  static String read(Path directory, String name) throws IOException {
    return read(new File(directory.toString(), name));
  }

  private static String read(File file) throws IOException {
    try (FileInputStream in = open(file)) {
      byte[] bytes = new byte[USUAL_BYTES];
      int length = 0;
      for (int read = in.read(bytes); read > 0; ) {
        length += read;
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
        read = in.read(bytes, length, bytes.length - length);
      }
      return new String(bytes, 0, length, ISO_8859_1);
    }
  }

  /**
   * Tells whether there is nothing in a file.
   *
   * @throws NoSuchFileException if there is none
   */
  static boolean isEmpty(Path directory, String name) throws IOException {
    try (FileInputStream in = open(new File(directory.toString(), name))) {
      return in.read() < 0;
    }
  }

  private static FileInputStream open(File file) throws IOException {
    try {
      return new FileInputStream(file);
    } catch (FileNotFoundException closed) {
      // Also what may not be read ends here, which must not pass for what is not there.
      if (file.exists()) {
        throw closed;
      }
      throw new NoSuchFileException(file.getName());
    }
  }
}
