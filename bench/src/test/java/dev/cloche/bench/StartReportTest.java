package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Engine;
import dev.cloche.Tool;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartReportTest {

  /** {@code (module (func (export "_start")))}. */
  private static final byte[] EMPTY = {
    0, 'a', 's', 'm', 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, 10, 1, 6, '_', 's', 't', 'a',
    'r', 't', 0, 0, 10, 4, 1, 2, 0, 11
  };

  private final Results<StartWork, StartColumn> results =
      new Results<>(StartWork.class, StartColumn.class);
  private final Map<String, Samples> cold = new LinkedHashMap<>();

  @Test
  void markdown_allMeasured_hasRatiosAndVerdicts() {
    results.add(StartWork.EMPTY_INSTANCE, StartColumn.CLOCHE, Samples.of(0.020));
    results.add(StartWork.EMPTY_INSTANCE, StartColumn.PEER, Samples.of(0.100));
    results.add(StartWork.SCRIPT_CALL, StartColumn.CLOCHE, Samples.of(1));
    cold.put("ours", Samples.of(300));
    cold.put("theirs", Samples.of(100));

    List<String> lines = page(List.of("quickjs4j: not built"));

    assertTrue(lines.contains("- not measured: quickjs4j: not built"));
    assertTrue(
        lines.contains(
            "| "
                + StartWork.EMPTY_INSTANCE.title()
                + " | 20.0 ± 0.0 | 100.0 ± 0.0 | 5.00 ± 0.00 | at least 4.0, met |"));
    assertTrue(
        lines.contains(
            "| " + StartWork.SCRIPT_CALL.title() + " | 1,000.0 ± 0.0 |  |  | at least 5.0 |"));
    assertTrue(lines.contains("| ours | 300.0 ± 0.0 | 3.00 ± 0.00 | at most 2.0, **missed** |"));
    assertTrue(lines.contains("| theirs | 100.0 ± 0.0 |  |  |"));
    assertTrue(lines.contains("| 2 | 150 | 1.50 |"));
    assertTrue(
        lines.contains(
            "3 calls that loop, each with 50 ms: they end 2.0 ms late in the median, 3.0 ms at"
                + " the 99th percentile (at most 20.0, met), 3.0 ms at most."));
  }

  private List<String> page(List<String> missing) {
    Map<Integer, Double> threads = new LinkedHashMap<>();
    threads.put(1, 100.0);
    threads.put(2, 150.0);
    return new StartReport(
            new PageHeading(
                new Machine("a processor", 2, "17", 0.5), LocalDate.of(2026, 1, 2), "bench/run"),
            results,
            cold,
            Samples.of(1, 2, 3),
            50,
            threads,
            new IdleMemory(2_000_000, 1_000_000, 500_000),
            missing)
        .markdown()
        .lines()
        .toList();
  }

  @Test
  void variant_otherNumber_isAnotherToolThatCanBePrepared() {
    Tool first = IdleMemory.variant(EMPTY, 1);
    Tool second = IdleMemory.variant(EMPTY, 2);
    assertNotEquals(first.digest(), second.digest());
    try (Engine engine = Engine.create()) {
      assertEquals(Optional.empty(), engine.prepare(first));
    }
  }

  @Test
  void newestJava_ofFilesCalledRelease_isByFeatureVersion() throws MissingException {
    assertEquals(
        Runtime.version().feature(),
        Programs.version(java.nio.file.Path.of(System.getProperty("java.home"))));
    assertTrue(Programs.newestJava(17).endsWith("java"));
  }
}
