package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static final double EXACT = 1e-9;

  @Test
  void samples_oddCount_medianAndQuartiles() {
    Samples samples = Samples.of(5, 1, 2, 3, 100);
    assertEquals(3, samples.median(), EXACT);
    assertEquals(1.5, samples.error(), EXACT);
  }

  @Test
  void samples_twoRounds_areJoined() {
    assertEquals(2.5, Samples.of(1, 4).and(Samples.of(2, 3)).median(), EXACT);
  }

  @Test
  void samples_none_areRefused() {
    assertThrows(IllegalArgumentException.class, Samples::of);
  }

  @Test
  void markdown_twoKernels_hasRatiosAndGeometricMean() {
    Results<Kernel, Column> results = new Results<>(Kernel.class, Column.class);
    add(results, Kernel.FIB, 20, 10, 40);
    add(results, Kernel.JSON, 80, 10, 40);
    Machine machine = new Machine("a processor", 2, "17", 0.5);
    Report report =
        new Report(machine, LocalDate.of(2026, 1, 2), "bench/run", results, kernel -> 3_000_000);

    List<String> lines = report.markdown().lines().toList();

    assertTrue(lines.contains("- machine: a processor, 2 cores, load before 0.5; JDK 17"));
    assertEquals(
        List.of(
            "| recursive calls, fib(32) | 3.0 | 20.0 ± 0.0 | 10.0 ± 0.0 | 40.0 ± 0.0"
                + " | 2.00 ± 0.00 | 2.00 ± 0.00 |",
            "| JSON scan, 200 records 401 times | 3.0 | 80.0 ± 0.0 | 10.0 ± 0.0 | 40.0 ± 0.0"
                + " | 8.00 ± 0.00 | 0.50 ± 0.00 |",
            "| **geometric mean** | | | | | **4.00** | **1.00** |"),
        lines.subList(lines.size() - 3, lines.size()));
  }

  private static void add(Results<Kernel, Column> results, Kernel kernel, double... columns) {
    results.add(kernel, Column.METERED, Samples.of(columns[0]));
    results.add(kernel, Column.PLAIN, Samples.of(columns[1]));
    results.add(kernel, Column.STOCK, Samples.of(columns[2]));
  }

  @Test
  void plan_options_areRead() {
    Plan plan = Plan.parse(List.of("--quick", "--kernel", "fib", "--output", "x.md"));
    assertEquals(new Plan(Plan.BenchSet.KERNELS, true, Set.of(Kernel.FIB), Path.of("x.md")), plan);
  }

  @Test
  void plan_shim_hasItsOwnPageAndNoKernels() {
    Plan plan = Plan.parse(List.of("shim", "--quick"));
    assertEquals(Plan.BenchSet.SHIM, plan.set());
    assertEquals(Path.of("bench", "results", "shim.md"), plan.output());
    assertThrows(
        IllegalArgumentException.class, () -> Plan.parse(List.of("shim", "--kernel", "fib")));
  }

  @Test
  void markdown_shim_saysWhichTargetsAreMet() {
    Results<ShimWork, ShimColumn> results = new Results<>(ShimWork.class, ShimColumn.class);
    for (ShimWork work : List.of(ShimWork.READ, ShimWork.LIST)) {
      results.add(work, ShimColumn.CLOCHE, Samples.of(0.02));
      results.add(work, ShimColumn.STOCK, Samples.of(0.04));
    }
    Machine machine = new Machine("a processor", 2, "17", 0.5);
    ShimReport report =
        new ShimReport(machine, LocalDate.of(2026, 1, 2), "bench/run shim", results);

    List<String> lines = report.markdown().lines().toList();

    assertEquals(
        List.of(
            "| read 64 KiB of a file of 16 MiB | 20.0 ± 0.0 | 40.0 ± 0.0 | 2.00 ± 0.00"
                + " | 3, **missed** |",
            "| list a directory of 10,000 entries, 4 KiB at a time | 20.0 ± 0.0 | 40.0 ± 0.0"
                + " | 2.00 ± 0.00 | 1, met |"),
        lines.subList(lines.size() - 2, lines.size()));
  }

  @Test
  void plan_badOptions_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> Plan.parse(List.of("--slow")));
    assertThrows(IllegalArgumentException.class, () -> Plan.parse(List.of("--kernel")));
    assertThrows(IllegalArgumentException.class, () -> Plan.parse(List.of("--kernel", "gibt")));
  }
}
