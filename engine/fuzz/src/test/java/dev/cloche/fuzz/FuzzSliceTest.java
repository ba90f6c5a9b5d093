package dev.cloche.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A little fuzzing in every build, in a JVM of its own. {@code -Dfuzz.runs=N} tries N inputs. */
@Tag("one-jdk")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FuzzSliceTest {
  private static final int RUNS = Integer.getInteger("fuzz.runs", 900);
  private static final int CONTROL_RUNS = 200_000;

  @TempDir Path scratch;

  /** How the fuzzer ended, and what it said. */
  private record End(int status, String said) {
    /** What the fuzzer kept since it reached something new. */
    long unitsAdded() {
      return said.lines()
          .filter(line -> line.startsWith("stat::new_units_added:"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':', 6) + 1).trim()))
          .sum();
    }
  }

  private End fuzz(String target, int runs) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Djava.io.tmpdir=" + scratch, "-XX:-OmitStackTraceInFastThrow"));
    command.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    command.add(Fuzz.class.getName());
    command.addAll(List.of("--folder=" + scratch, "--target=" + target, "--runs=" + runs));
    Path log = scratch.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertTrue(process.waitFor(9, TimeUnit.MINUTES), "the fuzzer hangs");
    } finally {
      process.destroyForcibly();
    }
    return new End(process.exitValue(), Files.readString(log, StandardCharsets.ISO_8859_1));
  }

  @Test
  void allTargets_byTurns_findNothing_andReachMoreThanTheSeeds() throws Exception {
    End end = fuzz("", RUNS);

    assertEquals(0, end.status(), end.said());
    assertTrue(end.unitsAdded() > 0, end.said());
  }

  @Test
  void plantedBug_isFoundByItsBranches_andShrinks() throws Exception {
    End end = fuzz("planted", CONTROL_RUNS);

    assertEquals(77, end.status(), end.said());
    byte[] crash = crash(scratch.resolve("planted/findings"));
    assertArrayEquals(PlantedBug.BUG, Shrink.smallest(new PlantedBug(), crash).orElseThrow());
  }

  private static byte[] crash(Path findings) throws IOException {
    try (Stream<Path> files = Files.list(findings)) {
      Path crash =
          files
              .filter(each -> String.valueOf(each.getFileName()).startsWith("crash-"))
              .findFirst()
              .orElseThrow();
      return Files.readAllBytes(crash);
    }
  }
}
