package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolReportTest {

  private static List<String> page(List<ToolWork> work, List<ToolStart> starts) {
    PageHeading heading =
        new PageHeading(
            new Machine("a processor", 2, "17", 0.5), LocalDate.of(2026, 1, 2), "bench/run tools");
    return new ToolReport(heading, work, starts, List.of("lua: not here"))
        .markdown()
        .lines()
        .toList();
  }

  @Test
  void markdown_ofWork_hasRatioAndVerdict() {
    List<String> lines =
        page(
            List.of(
                work(ToolCase.WC, 20, Optional.of(Samples.of(10))),
                work(ToolCase.CUT, 40, Optional.of(Samples.of(10))),
                work(ToolCase.HASH, 20, Optional.empty())),
            List.of());
    assertTrue(lines.contains("- not measured: lua: not here"));
    assertTrue(
        lines.contains(row(ToolCase.WC, "20", "10.0 ± 0.0 (wc) | 2.00 ± 0.00 | at most 3.0, met")));
    assertTrue(
        lines.contains(
            row(ToolCase.CUT, "40", "10.0 ± 0.0 (cut) | 4.00 ± 0.00 | at most 3.0, **missed**")));
    assertTrue(lines.contains(row(ToolCase.HASH, "20", " |  | at most 3.0")));
  }

  private static ToolWork work(ToolCase row, double warm, Optional<Samples> peer) {
    return new ToolWork(row, 1_500_000, Samples.of(warm), peer);
  }

  private static String row(ToolCase row, String warm, String rest) {
    return "| `%s` | %s | 1.5 | %s.0 ± 0.0 | %s |".formatted(row.tool(), row.title(), warm, rest);
  }

  @Test
  void markdown_ofSmallCalls_hasSizeAndFuel() {
    ToolStart start =
        new ToolStart("wc", 31_000, "Count", 2_500, Samples.of(0.25), Samples.of(300));
    assertTrue(
        page(List.of(), List.of(start))
            .contains("| `wc` | Count | 31 | 2.5 | 0.25 | 300.0 ± 0.0 |"));
  }

  @Test
  void set_tools_hasItsOwnPage() {
    Plan plan = Plan.parse(List.of("tools", "--quick"));
    assertEquals(Plan.BenchSet.TOOLS, plan.set());
    assertEquals(Path.of("bench", "results", "tools.md"), plan.output());
  }
}
