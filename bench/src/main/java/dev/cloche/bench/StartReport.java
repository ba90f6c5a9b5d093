package dev.cloche.bench;

import static dev.cloche.bench.StartColumn.CLOCHE;
import static dev.cloche.bench.StartColumn.PEER;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The Markdown page of instances, calls, cold processes, deadlines, memory and threads.
 *
 * @param heading where, when and how
 * @param results instances and calls, in milliseconds
 * @param coldMillis cold processes by their command, the engine's first
 * @param overshoot by how many milliseconds calls ran over their deadline
 * @param deadlineMillis that deadline
 * @param callsPerSecond script calls by the number of threads that make them
 * @param idle what a prepared tool keeps
 * @param missing what was not measured, and why: a sentence each
 */
record StartReport(
    PageHeading heading,
    Results<StartWork, StartColumn> results,
    Map<String, Samples> coldMillis,
    Samples overshoot,
    long deadlineMillis,
    Map<Integer, Double> callsPerSecond,
    IdleMemory idle,
    List<String> missing) {

  private static final String INTRODUCTION =
      """
      # Before and beside a guest's work

      Median ± half the distance between the quartiles. The peer of instances and calls is stock Chicory, compiled; that of script
      calls is quickjs4j with a fresh runtime for each call. [The README](../README.md) says more.

      """;

  private static final double MICROS = 1000;
  private static final double MEGABYTE = 1e6;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION).append(heading.markdown());
    missing.forEach(line -> page.append("- not measured: ").append(line).append('\n'));
    page.append("\n## Instances and calls, microseconds\n\n").append(calls());
    page.append("\n## Cold processes, milliseconds by the clock\n\n").append(cold());
    page.append("\n## Deadlines\n\n").append(deadlines());
    page.append("\n## Script calls on several threads\n\n").append(threads());
    return page.append("\n## Memory of a prepared tool\n\n").append(memory()).toString();
  }

  private String calls() {
    MarkdownTable table = table("what", "Cloche", "peer", "peer / Cloche", "target");
    for (StartWork work : results.rows()) {
      boolean isCompared = results.has(work, PEER);
      Samples.Ratio ratio =
          isCompared ? results.of(work, PEER).over(results.of(work, CLOCHE)) : null;
      Comparison.Bound bound = Comparison.Bound.atLeast(work.target());
      table.add(
          List.of(
              work.title(),
              micros(results.of(work, CLOCHE)),
              isCompared ? micros(results.of(work, PEER)) : "",
              ratio == null ? "" : ratio.toString(),
              ratio == null ? bound.text() : bound.verdict(ratio.value())));
    }
    return table.toString();
  }

  private String cold() {
    MarkdownTable table = table("process", "time", "times the last", "target");
    Samples last = coldMillis.values().stream().reduce((first, second) -> second).orElseThrow();
    boolean isCompared = coldMillis.size() > 1;
    coldMillis.forEach(
        (process, time) -> {
          Samples.Ratio ratio = time.over(last);
          boolean hasTarget = isCompared && time != last;
          table.add(
              List.of(
                  process,
                  time.toString(),
                  hasTarget ? ratio.toString() : "",
                  hasTarget ? Comparison.Bound.atMost(2).verdict(ratio.value()) : ""));
        });
    return table.toString();
  }

  private String deadlines() {
    double late = overshoot.quantile(0.99);
    return format(
        "%d calls that loop, each with %d ms: they end %.1f ms late in the median, %.1f ms at the 99th percentile (%s), %.1f ms at most.%n",
        overshoot.size(),
        deadlineMillis,
        overshoot.median(),
        late,
        Comparison.Bound.atMost(20).verdict(late),
        overshoot.quantile(1));
  }

  private String threads() {
    MarkdownTable table = table("threads", "calls a second", "times one thread");
    double alone = callsPerSecond.getOrDefault(1, Double.NaN);
    callsPerSecond.forEach(
        (threads, calls) ->
            table.add(
                List.of(threads.toString(), format("%.0f", calls), format("%.2f", calls / alone))));
    return table.toString();
  }

  private String memory() {
    return format(
        "The script engine, a module of %.2f MB: %.2f MB of heap (with the module) and %.2f MB of classes.%n",
        idle.module() / MEGABYTE, idle.heap() / MEGABYTE, idle.classes() / MEGABYTE);
  }

  private static MarkdownTable table(String... headings) {
    return new MarkdownTable(Arrays.asList(headings));
  }

  private static String micros(Samples millis) {
    double median = millis.median() * MICROS;
    String digits = median < 10 ? "%.4f ± %.4f" : "%,.1f ± %,.1f";
    return format(digits, median, millis.error() * MICROS);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
