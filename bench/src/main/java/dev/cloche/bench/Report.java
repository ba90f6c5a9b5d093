package dev.cloche.bench;

import static dev.cloche.bench.Column.METERED;
import static dev.cloche.bench.Column.PLAIN;
import static dev.cloche.bench.Column.STOCK;

import java.time.LocalDate;
import java.util.Locale;

/**
 * The Markdown page of what fuel costs.
 *
 * @param machine where it was measured
 * @param date when
 * @param command what was typed
 * @param results the times
 * @param fuel what one call of a kernel spends
 */
record Report(
    Machine machine,
    LocalDate date,
    String command,
    Results<Kernel, Column> results,
    java.util.function.ToLongFunction<Kernel> fuel) {

  private static final String INTRODUCTION =
      """
      # What fuel costs

      Milliseconds of processor time for one call, median ± half the distance between the quartiles. *Plain* is the engine's own
      path without the fuel pass, *metered* with it, *stock* is Chicory as it comes, compiled, unmetered. Fuel is what one call
      spends.

      """;

  private static final String HEADING =
      """
      | kernel | fuel (M) | metered | plain | stock Chicory | metered / plain | stock / metered |
      |---|---:|---:|---:|---:|---:|---:|
      """;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append("- machine: ").append(machine).append('\n');
    page.append("- date: ").append(date).append('\n');
    page.append("- command: `").append(command).append("`\n\n");
    page.append(HEADING);
    results.rows().forEach(kernel -> page.append(row(kernel)));
    return page.append(means()).toString();
  }

  private String row(Kernel kernel) {
    Samples metered = results.of(kernel, METERED);
    Samples plain = results.of(kernel, PLAIN);
    Samples stock = results.of(kernel, STOCK);
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %s | %s | %s | %s | %s |%n",
        kernel.title(),
        fuel.applyAsLong(kernel) / 1e6,
        time(metered),
        time(plain),
        time(stock),
        ratio(metered.over(plain)),
        ratio(stock.over(metered)));
  }

  private String means() {
    return String.format(
        Locale.ROOT,
        "| **geometric mean** | | | | | **%.2f** | **%.2f** |%n",
        results.mean(METERED, PLAIN),
        results.mean(STOCK, METERED));
  }

  private static String time(Samples samples) {
    return String.format(Locale.ROOT, "%.1f ± %.1f", samples.median(), samples.error());
  }

  private static String ratio(Samples.Ratio ratio) {
    return String.format(Locale.ROOT, "%.2f ± %.2f", ratio.value(), ratio.error());
  }
}
