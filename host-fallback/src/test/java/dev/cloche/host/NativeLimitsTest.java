package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NativeLimitsTest {
  private static final NativeLimits DEFAULTS = NativeLimits.defaults();

  private static void refused(Supplier<NativeLimits> limits) {
    assertThrows(IllegalArgumentException.class, limits::get);
  }

  @Test
  void whatIsOutOfRange_isRefusedWhereItIsMade() {
    refused(() -> DEFAULTS.withMemoryBytes((16L << 20) - 1));
    refused(() -> DEFAULTS.withMemoryBytes(Long.MAX_VALUE));
    refused(() -> DEFAULTS.withProcesses(7));
    refused(() -> DEFAULTS.withProcesses(100_001));
    refused(() -> DEFAULTS.withCpuPercent(0));
    refused(() -> DEFAULTS.withWall(Duration.ZERO));
    refused(() -> DEFAULTS.withWall(Duration.ofHours(25)));
    refused(() -> DEFAULTS.withOutputBytes(-1));
    refused(() -> DEFAULTS.withOutputBytes((1L << 30) + 1));
    assertEquals(16L << 20, DEFAULTS.withMemoryBytes(16L << 20).memoryBytes());
    assertEquals(8, DEFAULTS.withProcesses(8).processes());
  }

  @Test
  void eachChange_changesOneLimit() {
    NativeLimits changed =
        DEFAULTS
            .withMemoryBytes(64L << 20)
            .withProcesses(9)
            .withCpuPercent(50)
            .withWall(Duration.ofSeconds(1))
            .withOutputBytes(5);
    assertEquals(
        new NativeLimits(
            64L << 20,
            9,
            50,
            Duration.ofSeconds(1),
            5,
            DEFAULTS.fileBytes(),
            DEFAULTS.temporaryBytes()),
        changed);
  }
}
