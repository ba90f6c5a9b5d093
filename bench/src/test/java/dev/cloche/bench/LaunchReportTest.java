package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchReportTest {

  private final Map<LaunchColumn, Samples> firstBytes = new EnumMap<>(LaunchColumn.class);
  private final Map<LaunchColumn, Samples> ends = new EnumMap<>(LaunchColumn.class);

  private List<String> page() {
    PageHeading heading =
        new PageHeading(
            new Machine("a processor", 2, "17", 0.5), LocalDate.of(2026, 1, 2), "bench/run launch");
    Map<LaunchMeasure, Map<LaunchColumn, Samples>> times =
        Map.of(LaunchMeasure.FIRST_BYTE, firstBytes, LaunchMeasure.END, ends);
    return new LaunchReport(heading, times, List.of("firejail: not here"))
        .markdown()
        .lines()
        .toList();
  }

  @Test
  void markdown_allMeasured_comparesWithTheFastestPeerAndWithBubblewrap() {
    ends.put(LaunchColumn.WARM, Samples.of(2));
    ends.put(LaunchColumn.COLD, Samples.of(40));
    ends.put(LaunchColumn.BWRAP, Samples.of(20));
    ends.put(LaunchColumn.UNSHARE, Samples.of(10));
    List<String> lines = page();
    assertTrue(lines.contains("- not measured: firejail: not here"));
    assertTrue(
        lines.contains("| bubblewrap, the same profile | 20.0 ± 0.0 | 20.0 | 10.00 ± 0.00 |"));
    assertTrue(
        lines.contains(
            "- To the known end, the fastest peer, `unshare`, seven namespaces, takes 5.00 ± 0.00"
                + " times as long as a pre-warmed sandbox (at least 5.0, met)."));
    assertTrue(
        lines.contains(
            "- To the known end, a cold start takes 2.00 ± 0.00 times as long as bubblewrap alone"
                + " (at most 1.5, **missed**)."));
  }

  @Test
  void markdown_eachMeasure_hasItsOwnFastestPeerAndVerdicts() {
    for (LaunchColumn each : LaunchColumn.values()) {
      ends.put(each, Samples.of(10));
      firstBytes.put(each, Samples.of(10));
    }
    ends.put(LaunchColumn.UNSHARE, Samples.of(9));
    firstBytes.put(LaunchColumn.FIREJAIL, Samples.of(8));
    List<String> lines = page();
    assertTrue(
        lines.contains(
            "- To the first byte, the fastest peer, firejail, takes 0.80 ± 0.00 times as long as a"
                + " pre-warmed sandbox (at least 5.0, **missed**)."));
    assertTrue(
        lines.contains(
            "- To the first byte, a cold start takes 1.00 ± 0.00 times as long as bubblewrap alone"
                + " (at most 1.5, met)."));
    assertTrue(
        lines.contains(
            "- To the known end, the fastest peer, `unshare`, seven namespaces, takes 0.90 ± 0.00"
                + " times as long as a pre-warmed sandbox (at least 5.0, **missed**)."));
  }

  @Test
  void theProgramAlone_isNoPeer() {
    ends.put(LaunchColumn.WARM, Samples.of(2));
    ends.put(LaunchColumn.NONE, Samples.of(1));
    assertTrue(page().contains("| no sandbox | 1.0 ± 0.0 | 1.0 | 0.50 ± 0.00 |"));
    assertEquals(0, page().stream().filter(line -> line.contains("at least")).count());
  }

  @Test
  void markdown_withoutPeers_hasNoVerdict() {
    ends.put(LaunchColumn.WARM, Samples.of(2));
    assertEquals(0, page().stream().filter(line -> line.contains("at least")).count());
  }

  /** The command of all columns, without a sandbox: its byte comes before its end. */
  @Test
  void theProgramAlone_printsItsByteAndEnds() throws Exception {
    Launch.Times times = ProcessLaunch.plain().run();
    assertTrue(times.firstByte() > 0, times::toString);
    assertTrue(times.firstByte() <= times.end(), times::toString);
  }

  /** A command that prints more than its byte, or fails, is not measured. */
  @Test
  void anotherCommand_isRefused() {
    for (String script : List.of("printf xx", "printf y", "true", "printf x; exit 1")) {
      ProcessLaunch launch = new ProcessLaunch(List.of("/bin/sh", "-c", script));
      assertThrows(IOException.class, launch::run, script);
    }
  }

  @Test
  void set_launch_hasItsOwnPage() {
    Plan plan = Plan.parse(List.of("launch", "--quick"));
    assertEquals(Plan.BenchSet.LAUNCH, plan.set());
    assertEquals(Path.of("bench", "results", "launch.md"), plan.output());
  }
}
