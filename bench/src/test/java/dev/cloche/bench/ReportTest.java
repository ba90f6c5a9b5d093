package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final double EXACT = 1e-9;
  private static final PageHeading HEADING =
      new PageHeading(
          new Machine("a processor", 2, "17", 0.5), LocalDate.of(2026, 1, 2), "bench/run");

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
  void samples_scaled_keepTheirRelativeError() {
    Samples samples = Samples.of(1, 2, 3).times(10);
    assertEquals(20, samples.median(), EXACT);
    assertEquals(5, samples.error(), EXACT);
  }

  @Test
  void mean_ofRatios_isGeometricAndItsErrorShrinks() {
    Samples.Ratio mean =
        Samples.Ratio.mean(List.of(new Samples.Ratio(2, 0.2), new Samples.Ratio(8, 0.8)));
    assertEquals(4, mean.value(), EXACT);
    assertEquals(4 * Math.sqrt(0.02) / 2, mean.error(), EXACT);
  }

  @Test
  void markdown_twoKernels_hasTimesRatiosMeansAndVerdicts() {
    Results<Kernel, Column> results = new Results<>(Kernel.class, Column.class);
    add(results, Kernel.FIB, 20, 10, 40);
    add(results, Kernel.JSON, 80, 10, 40);
    results.add(Kernel.JSON, Column.INTERPRETED, Samples.of(8000));
    Report report = new Report(HEADING, results, List.of("V8: not here"), kernel -> 3_000_000);

    List<String> lines = report.markdown().lines().toList();

    assertTrue(lines.contains("- machine: a processor, 2 cores, load before 0.5; JDK 17"));
    assertTrue(lines.contains("- not measured: V8: not here"));
    assertEquals(
        List.of(
            "| kernel | fuel (M) | metered | plain | stock Chicory | stock interpreter* |",
            "|---|---:|---:|---:|---:|---:|",
            "| recursive calls, fib(32) | 3.0 | 20.0 ± 0.0 | 10.0 ± 0.0 | 40.0 ± 0.0 |  |",
            "| JSON parse and print, 200 records 401 times | 3.0 | 80.0 ± 0.0 | 10.0 ± 0.0"
                + " | 40.0 ± 0.0 | 8000.0 ± 0.0 |"),
        table(lines, "## Times"));
    assertEquals(
        List.of(
            "| kernel | metered / plain | stock / metered | interpreter / metered |",
            "|---|---:|---:|---:|",
            "| recursive calls, fib(32) | 2.00 ± 0.00 | 2.00 ± 0.00 |  |",
            "| JSON parse and print, 200 records 401 times | 8.00 ± 0.00 | 0.50 ± 0.00"
                + " | 100 ± 0 |",
            "| **geometric mean** | **4.00 ± 0.00** | **1.00 ± 0.00** | **100 ± 0** |",
            "| target | at most 1.1, **missed** | at least 3.0, **missed** |  |"),
        table(lines, "## Ratios"));
  }

  private static List<String> table(List<String> lines, String title) {
    return lines.stream()
        .skip(lines.indexOf(title) + 2L)
        .takeWhile(line -> line.startsWith("|"))
        .toList();
  }

  private static void add(Results<Kernel, Column> results, Kernel kernel, double... columns) {
    results.add(kernel, Column.METERED, Samples.of(columns[0]));
    results.add(kernel, Column.PLAIN, Samples.of(columns[1]));
    results.add(kernel, Column.STOCK, Samples.of(columns[2]));
  }

  @Test
  void chart_columns_areDrawnWithoutTheSlowest(@TempDir Path directory) throws IOException {
    Results<Kernel, Column> results = new Results<>(Kernel.class, Column.class);
    add(results, Kernel.FIB, 20, 10, 40);
    results.add(Kernel.FIB, Column.INTERPRETED, Samples.of(8000));
    results.add(Kernel.JSON, Column.NATIVE, Samples.of(3));
    Chart chart = new Chart(results);
    Path file = directory.resolve("chart.png");

    chart.write(file);

    assertEquals(List.of(Column.PLAIN, Column.STOCK), chart.columns());
    assertEquals(1, ImageIO.read(file.toFile()).getWidth() / 1000);
  }

  @Test
  void bound_value_isMetOrMissed() {
    assertEquals("at most 1.3, met", Comparison.Bound.atMost(1.3).verdict(1.3));
    assertEquals("at least 3.0, **missed**", Comparison.Bound.atLeast(3).verdict(2.9));
    assertEquals("", Comparison.Bound.NONE.verdict(1));
  }

  @Test
  void table_rowOfOtherLength_isRefused() {
    MarkdownTable table = new MarkdownTable(List.of("a", "b"));
    assertThrows(IllegalArgumentException.class, () -> table.add(List.of("1")));
  }

  @Test
  void markdown_shim_saysWhichTargetsAreMet() {
    Results<ShimWork, ShimColumn> results = new Results<>(ShimWork.class, ShimColumn.class);
    for (ShimWork work : List.of(ShimWork.READ, ShimWork.LIST)) {
      results.add(work, ShimColumn.CLOCHE, Samples.of(0.02));
      results.add(work, ShimColumn.STOCK, Samples.of(0.04));
    }

    List<String> lines = new ShimReport(HEADING, results).markdown().lines().toList();

    assertEquals(
        List.of(
            "| read 64 KiB of a file of 16 MiB | 20.0 ± 0.0 | 40.0 ± 0.0 | 2.00 ± 0.00"
                + " | 3, **missed** |",
            "| list a directory of 10,000 entries, 4 KiB at a time | 20.0 ± 0.0 | 40.0 ± 0.0"
                + " | 2.00 ± 0.00 | 1, met |"),
        lines.subList(lines.size() - 2, lines.size()));
  }
}
