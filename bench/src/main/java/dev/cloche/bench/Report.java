package dev.cloche.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The Markdown page of kernels in all columns.
 *
 * @param heading where, when and how
 * @param results the times, those of reduced work scaled to the full
 * @param missing what was not measured, and why: a sentence each
 * @param fuel what one call of a kernel spends
 */
record Report(
    PageHeading heading,
    Results<Kernel, Column> results,
    List<String> missing,
    ToLongFunction<Kernel> fuel) {

  private static final String INTRODUCTION =
      """
      # Kernels, metered and beside peers

      Milliseconds of processor time for one call on a live, warm instance, median ± half the distance between the quartiles.
      [The README](../README.md) says what runs in each column.

      """;

  private static final String REDUCED =
      """

      Columns with a star did a small part of the work; their times are scaled by the instructions (fuel) of the whole and the part.

      """;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION).append(heading.markdown());
    missing.forEach(line -> page.append("- not measured: ").append(line).append('\n'));
    return page.append("\n## Times\n\n")
        .append(times())
        .append(REDUCED)
        .append("## Ratios\n\n")
        .append(ratios())
        .toString();
  }

  private String times() {
    MarkdownTable table =
        new MarkdownTable(cells("kernel", "fuel (M)", columns(), Report::heading));
    for (Kernel kernel : results.rows()) {
      String spent = String.format(Locale.ROOT, "%.1f", fuel.applyAsLong(kernel) / 1e6);
      table.add(cells(kernel.title(), spent, columns(), column -> time(kernel, column)));
    }
    return table.toString();
  }

  private List<Column> columns() {
    return List.copyOf(results.columns());
  }

  private static String heading(Column column) {
    return column.heading() + (column.isReduced() ? "*" : "");
  }

  private String time(Kernel kernel, Column column) {
    return results.has(kernel, column) ? results.of(kernel, column).toString() : "";
  }

  private String ratios() {
    List<Comparison> comparisons =
        Arrays.stream(Comparison.values())
            .filter(comparison -> !common(comparison).isEmpty())
            .toList();
    MarkdownTable table = new MarkdownTable(cells("kernel", comparisons, Comparison::title));
    for (Kernel kernel : results.rows()) {
      table.add(cells(kernel.title(), comparisons, comparison -> ratio(kernel, comparison)));
    }
    table.add(cells("**geometric mean**", comparisons, c -> "**" + mean(c) + "**"));
    if (results.rows().stream().anyMatch(Kernel::isProgram)) {
      table.add(cells("geometric mean with programs", comparisons, c -> meanOfAll(c).toString()));
    }
    table.add(cells("target", comparisons, c -> c.bound().verdict(mean(c).value())));
    return table.toString();
  }

  private List<Kernel> common(Comparison comparison) {
    return results.common(comparison.over(), comparison.base());
  }

  private String ratio(Kernel kernel, Comparison comparison) {
    return common(comparison).contains(kernel) ? over(kernel, comparison).toString() : "";
  }

  /**
   * Of the kernels, if the two columns share some. In programs the engine's splitting of huge
   * functions would hide what fuel costs: without the fuel pass nothing is split.
   */
  private Samples.Ratio mean(Comparison comparison) {
    List<Samples.Ratio> kernels =
        common(comparison).stream()
            .filter(kernel -> !kernel.isProgram())
            .map(kernel -> over(kernel, comparison))
            .toList();
    return kernels.isEmpty() ? meanOfAll(comparison) : Samples.Ratio.mean(kernels);
  }

  private Samples.Ratio meanOfAll(Comparison comparison) {
    return results.mean(comparison.over(), comparison.base());
  }

  private Samples.Ratio over(Kernel kernel, Comparison comparison) {
    return results.of(kernel, comparison.over()).over(results.of(kernel, comparison.base()));
  }

  private static <T> List<String> cells(String first, List<T> rest, Function<T, String> cell) {
    return Stream.concat(Stream.of(first), rest.stream().map(cell)).toList();
  }

  private static <T> List<String> cells(
      String first, String second, List<T> rest, Function<T, String> cell) {
    return Stream.concat(Stream.of(first, second), rest.stream().map(cell)).toList();
  }
}
