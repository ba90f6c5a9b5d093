package dev.cloche.bench;

import static dev.cloche.bench.LaunchColumn.BWRAP;
import static dev.cloche.bench.LaunchColumn.COLD;
import static dev.cloche.bench.LaunchColumn.WARM;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The Markdown page of what it takes to start a native command.
 *
 * @param heading where, when and how
 * @param times of the columns that were measured
 * @param missing what was not, and why
 */
record LaunchReport(
    PageHeading heading,
    Map<LaunchMeasure, Map<LaunchColumn, Samples>> times,
    List<String> missing) {

  /** How many times as fast as the fastest peer a sandbox that waits has to be. */
  private static final double WARM_TARGET = 5;

  /** How many times as long as bubblewrap alone a sandbox from nothing may take. */
  private static final double COLD_TARGET = 1.5;

  private static final String INTRODUCTION =
      """
      # What it takes to start a native command

      Milliseconds of one `printf x`, median ± half the distance between the quartiles, by the clock on the wall; the columns take turns. "First
      byte" is from the call until the byte that it prints is with the caller, who reads as it comes; "known end" is from the call until how it
      ended is known. Cloche's figures are calls of `NativeSession.run`: for a known end, control groups, workspace, usage and the check that no
      process is left are in them. The others only run the command. A pre-warmed sandbox was set up after the command before; a cold one is
      set up within the call, by a process that has joined its control groups before. "No sandbox" is the program alone, of which no launch
      can be rid.

      """;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append(heading.markdown());
    missing.forEach(each -> page.append("- not measured: ").append(each).append('\n'));
    for (LaunchMeasure measure : LaunchMeasure.values()) {
      page.append("\n## Until the ").append(measure.title()).append("\n\n");
      page.append(new Section(measure, times.getOrDefault(measure, Map.of())).markdown());
    }
    return page.toString();
  }

  /** One measure of all columns, and the targets beside it. */
  private record Section(LaunchMeasure measure, Map<LaunchColumn, Samples> times) {

    String markdown() {
      MarkdownTable table =
          new MarkdownTable(List.of("sandbox", "ms", "fastest tenth", "beside pre-warmed"));
      for (LaunchColumn column : LaunchColumn.values()) {
        Samples samples = times.get(column);
        if (samples != null) {
          table.add(row(column, samples));
        }
      }
      return table + "\n" + fastestPeer().map(this::warmVerdict).orElse("") + coldVerdict();
    }

    private List<String> row(LaunchColumn column, Samples samples) {
      Samples warm = times.get(WARM);
      String ratio = warm == null || column == WARM ? "" : samples.over(warm).toString();
      String fast = String.format(Locale.ROOT, "%.1f", samples.quantile(0.1));
      return List.of(column.title(), samples.toString(), fast, ratio);
    }

    private Optional<LaunchColumn> fastestPeer() {
      return times.keySet().stream()
          .filter(LaunchColumn::isPeer)
          .min(Comparator.comparingDouble(column -> times.get(column).median()));
    }

    private String warmVerdict(LaunchColumn fastest) {
      Samples warm = times.get(WARM);
      if (warm == null) {
        return "";
      }
      Samples.Ratio ratio = times.get(fastest).over(warm);
      return "- To the %s, the fastest peer, %s, takes %s times as long as a pre-warmed sandbox (at least %s, %s).%n"
          .formatted(
              measure.title(),
              fastest.title(),
              ratio,
              WARM_TARGET,
              met(ratio.value() >= WARM_TARGET));
    }

    private String coldVerdict() {
      Samples cold = times.get(COLD);
      Samples bare = times.get(BWRAP);
      if (cold == null || bare == null) {
        return "";
      }
      Samples.Ratio ratio = cold.over(bare);
      return "- To the %s, a cold start takes %s times as long as bubblewrap alone (at most %s, %s).%n"
          .formatted(measure.title(), ratio, COLD_TARGET, met(ratio.value() <= COLD_TARGET));
    }

    private static String met(boolean target) {
      return target ? "met" : "**missed**";
    }
  }
}
