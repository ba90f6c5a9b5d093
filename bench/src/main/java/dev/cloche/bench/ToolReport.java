package dev.cloche.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The Markdown page of bundled tools beside the programs that they stand for.
 *
 * @param heading where, when and how
 * @param work a row each
 * @param starts a tool each
 * @param missing what was not measured, and why: a sentence each
 */
record ToolReport(
    PageHeading heading, List<ToolWork> work, List<ToolStart> starts, List<String> missing) {

  private static final String INTRODUCTION =
      """
      # Bundled tools beside native programs

      Milliseconds by the clock, median ± half the distance between the quartiles. A native program is a process, start and end included; a warm call is one of
      `Session.call` in a JVM that has made many, a cold process one of `./cloche run` with its caches filled. [The README](../README.md) says more.

      """;

  private static final Comparison.Bound TARGET = Comparison.Bound.atMost(3);

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION).append(heading.markdown());
    missing.forEach(line -> page.append("- not measured: ").append(line).append('\n'));
    page.append("\n## Work on 10 MB\n\n").append(workTable());
    return page.append("\n## A small call of each\n\n").append(startTable()).toString();
  }

  private String workTable() {
    MarkdownTable table =
        new MarkdownTable(
            List.of("tool", "what", "fuel (M)", "warm call", "native", "ratio", "target"));
    for (ToolWork tool : work) {
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

  private String startTable() {
    MarkdownTable table =
        new MarkdownTable(
            List.of("tool", "example", "module (KB)", "fuel (k)", "warm call", "cold process"));
    for (ToolStart tool : starts) {
      table.add(
          List.of(
              "`" + tool.tool() + "`",
              tool.title(),
              format("%.0f", tool.moduleBytes() / 1e3),
              format("%.1f", tool.fuel() / 1e3),
              format("%.2f", tool.warm().median()),
              tool.cold().toString()));
    }
    return table.toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
