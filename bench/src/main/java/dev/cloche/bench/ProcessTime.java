package dev.cloche.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs programs to their end. */
final class ProcessTime {

  private ProcessTime() {}

  /**
   * A program with its arguments.
   *
   * @param words the program, and what it is called with
   * @param stdin what it reads
   * @param exit what it has to end with
   */
  record Command(List<String> words, Path stdin, int exit) {

    /** One that reads nothing and ends well. */
    static Command of(List<String> words) {
      return new Command(words, Path.of("/dev/null"), 0);
    }
  }

  /**
   * Milliseconds by the clock from start to end.
   *
   * @throws IllegalStateException if it ends with another status than 0
   */
  static double millis(List<String> command) {
    return millis(Command.of(command));
  }

  /**
   * Milliseconds by the clock from start to end.
   *
   * @throws IllegalStateException if it ends with another status than it has to
   */
  static double millis(Command command) {
    long start = System.nanoTime();
    // Read, and not sent to /dev/null: grep, for one, does less work where nobody reads.
    Process process = start(command);
    try {
      long ignored = process.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    require(command, process);
    return (System.nanoTime() - start) / 1e6;
  }

  /**
   * What it writes to standard output.
   *
   * @throws IllegalStateException if it ends with another status than 0
   */
  static String output(List<String> words) {
    Command command = Command.of(words);
    Process process = start(command);
    try {
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      require(command, process);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process start(Command command) {
    ProcessBuilder builder = new ProcessBuilder(command.words());
    // The order of lines and the meaning of bytes are then the same as in a guest.
    builder.environment().put("LC_ALL", "C");
    try {
      return builder
          .redirectError(Redirect.DISCARD)
          .redirectInput(Redirect.from(command.stdin().toFile()))
          .directory(Path.of("").toAbsolutePath().toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void require(Command command, Process process) {
    try {
      if (process.waitFor() != command.exit()) {
        throw new IllegalStateException("failed: " + String.join(" ", command.words()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
