package dev.cloche.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of the tests in processes of their own, which may be killed or run out of something. */
final class Child {

  private Child() {}

  /** The command that runs a main class of the tests with options of the JVM and arguments. */
  static List<String> command(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Starts a program; what it prints is to be read from the process. */
  static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /**
   * Runs a program to its end, which has to be in order, and returns what it printed.
   *
   * @throws AssertionError with that, if its status is not 0
   */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = start(command);
    try {
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError("status " + process.exitValue() + ":\n" + printed);
      }
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }
}
