package dev.cloche.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The Markdown page of bundled tools beside the programs that they stand for.
 *
 * @param heading where, when and how
 * @param figures a row each
 * @param missing what was not measured, and why: a sentence each
 */
record ToolReport(PageHeading heading, List<ToolFigures> figures, List<String> missing) {

  private static final String INTRODUCTION =
      """
      # Bundled tools beside native programs

      Milliseconds by the clock, median ± half the distance between the quartiles. A native program is a process, start and end included; a warm call is one of
      `Session.call` in a JVM that has made many. [The README](../README.md) says more.

      """;

  private static final Comparison.Bound TARGET = Comparison.Bound.atMost(3);

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION).append(heading.markdown());
    missing.forEach(line -> page.append("- not measured: ").append(line).append('\n'));
    page.append("\n## Work\n\n").append(work());
    return page.append("\n## Calls that do next to nothing\n\n").append(small()).toString();
  }

  private String work() {
    MarkdownTable table =
        new MarkdownTable(
            List.of("tool", "what", "fuel (M)", "warm call", "native", "ratio", "target"));
    for (ToolFigures tool : figures) {
      Optional<Samples.Ratio> ratio = tool.peer().map(tool.warm()::over);
      table.add(
          List.of(
              "`" + tool.row().tool() + "`",
              tool.row().title(),
              format("%.1f", tool.fuel() / 1e6),
              tool.warm().toString(),
              tool.peer().map(time -> time + " (" + tool.row().peer() + ")").orElse(""),
              ratio.map(Samples.Ratio::toString).orElse(""),
              ratio.map(r -> TARGET.verdict(r.value())).orElse(TARGET.text())));
    }
    return table.toString();
  }

  private String small() {
    MarkdownTable table =
        new MarkdownTable(
            List.of("tool", "module (KB)", "fuel (k)", "warm call", "cold `./cloche run`"));
    for (ToolFigures tool : figures) {
      table.add(
          List.of(
              "`" + tool.row().tool() + "`",
              format("%.0f", tool.moduleBytes() / 1e3),
              format("%.1f", tool.smallFuel() / 1e3),
              format("%.2f", tool.smallWarm().median()),
              tool.cold().toString()));
    }
    return table.toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
