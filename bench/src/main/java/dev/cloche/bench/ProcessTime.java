package dev.cloche.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs programs to their end. */
final class ProcessTime {

  private ProcessTime() {}

  /**
   * Milliseconds by the clock from start to end.
   *
   * @throws IllegalStateException if it ends with another status than 0
   */
  static double millis(List<String> command) {
    long start = System.nanoTime();
    Process process = start(command, Redirect.DISCARD);
    require(command, process);
    return (System.nanoTime() - start) / 1e6;
  }

  /**
   * What it writes to standard output.
   *
   * @throws IllegalStateException if it ends with another status than 0
   */
  static String output(List<String> command) {
    Process process = start(command, Redirect.PIPE);
    try {
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      require(command, process);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process start(List<String> command, Redirect output) {
    ProcessBuilder builder = new ProcessBuilder(command);
    // The order of lines and the meaning of bytes are then the same as in a guest.
    builder.environment().put("LC_ALL", "C");
    try {
      return builder
          .redirectOutput(output)
          .redirectError(Redirect.DISCARD)
          .redirectInput(Redirect.from(new File("/dev/null")))
          .directory(Path.of("").toAbsolutePath().toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void require(List<String> command, Process process) {
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException("failed: " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
