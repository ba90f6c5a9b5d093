package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchReportTest {

  private final Map<LaunchColumn, Samples> times = new EnumMap<>(LaunchColumn.class);

  private List<String> page() {
    PageHeading heading =
        new PageHeading(
            new Machine("a processor", 2, "17", 0.5), LocalDate.of(2026, 1, 2), "bench/run launch");
    return new LaunchReport(heading, times, List.of("firejail: not here"))
        .markdown()
        .lines()
        .toList();
  }

  @Test
  void markdown_allMeasured_comparesWithTheFastestPeerAndWithBubblewrap() {
    times.put(LaunchColumn.WARM, Samples.of(2));
    times.put(LaunchColumn.COLD, Samples.of(40));
    times.put(LaunchColumn.BWRAP, Samples.of(20));
    times.put(LaunchColumn.UNSHARE, Samples.of(10));
    List<String> lines = page();
    assertTrue(lines.contains("- not measured: firejail: not here"));
    assertTrue(
        lines.contains("| bubblewrap, the same profile | 20.0 ± 0.0 | 20.0 | 10.00 ± 0.00 |"));
    assertTrue(
        lines.contains(
            "- The fastest peer, `unshare`, seven namespaces, takes 5.00 ± 0.00 times as long as a"
                + " pre-warmed sandbox (at least 5.0, met)."));
    assertTrue(
        lines.contains(
            "- A cold start takes 2.00 ± 0.00 times as long as bubblewrap alone (at most 1.5,"
                + " **missed**)."));
  }

  @Test
  void markdown_withoutPeers_hasNoVerdict() {
    times.put(LaunchColumn.WARM, Samples.of(2));
    assertEquals(0, page().stream().filter(line -> line.contains("at least")).count());
  }

  @Test
  void set_launch_hasItsOwnPage() {
    Plan plan = Plan.parse(List.of("launch", "--quick"));
    assertEquals(Plan.BenchSet.LAUNCH, plan.set());
    assertEquals(Path.of("bench", "results", "launch.md"), plan.output());
  }
}
