package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs that tests run beside the JVM; {@code engine/toolchain/install-test-tools.sh} has them
 * installed.
 */
final class TestPrograms {

  private static final long PATIENCE_SECONDS = 300;

  private TestPrograms() {}

  /** Fails on Linux where one is missing, and says how to get it; elsewhere the test is skipped. */
  static void require(String... programs) {
    for (String program : programs) {
      if (!isInstalled(program)) {
        String how = program + " is missing; as root run: apt-get install binaryen nodejs wabt";
        assumeTrue(System.getProperty("os.name").startsWith("Linux"), how);
        fail(how);
      }
    }
  }

  private static boolean isInstalled(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /** Runs a program to its end without its output; returns its exit status. */
  static int run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), command.get(0) + " hangs");
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
