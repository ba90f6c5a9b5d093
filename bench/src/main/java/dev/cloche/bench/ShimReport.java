package dev.cloche.bench;

import static dev.cloche.bench.ShimColumn.CLOCHE;
import static dev.cloche.bench.ShimColumn.STOCK;

import java.util.Locale;

/**
 * The Markdown page of what host calls cost.
 *
 * @param heading where, when and how
 * @param results the times
 */
record ShimReport(PageHeading heading, Results<ShimWork, ShimColumn> results) {

  private static final double MICROS = 1000;

  private static final String INTRODUCTION =
      """
      # What host calls cost

      Microseconds of processor time, median ± half the distance between the quartiles. *Cloche* is the engine's shim over a workspace
      in memory, *Chicory on Jimfs* is Chicory's own WASI of the same version over Jimfs. Both are called by the same code on the same
      kind of memory. A ratio above 1 means that the shim is faster. Chicory has no snapshots: its figure is a copy of the tree in Jimfs.

      """;

  private static final String HEADING =
      """
      | work | Cloche | Chicory on Jimfs | Chicory / Cloche | target |
      |---|---:|---:|---:|---:|
      """;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append(heading.markdown()).append('\n');
    page.append(HEADING);
    results.rows().forEach(work -> page.append(row(work)));
    return page.toString();
  }

  private String row(ShimWork work) {
    Samples ours = results.of(work, CLOCHE);
    Samples stock = results.of(work, STOCK);
    Samples.Ratio ratio = stock.over(ours);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %.2f ± %.2f | %.0f, %s |%n",
        work.title(),
        time(ours),
        time(stock),
        ratio.value(),
        ratio.error(),
        work.target(),
        ratio.value() >= work.target() ? "met" : "**missed**");
  }

  private static String time(Samples samples) {
    double median = samples.median() * MICROS;
    String digits = median < 10 ? "%.2f ± %.2f" : median < 1000 ? "%.1f ± %.1f" : "%,.0f ± %,.0f";
    return String.format(Locale.ROOT, digits, median, samples.error() * MICROS);
  }
}
