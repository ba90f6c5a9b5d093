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
record LaunchReport(PageHeading heading, Map<LaunchColumn, Samples> times, List<String> missing) {

  /** How many times as fast as the fastest peer a sandbox that waits has to be. */
  private static final double WARM_TARGET = 5;

  /** How many times as long as bubblewrap alone a sandbox from nothing may take. */
  private static final double COLD_TARGET = 1.5;

  private static final String INTRODUCTION =
      """
      # What it takes to start a native command

      Milliseconds from the call to the known end of `true`, median ± half the distance between the quartiles, by the clock on the wall; the
      columns take turns. Cloche's figures are whole calls of `NativeSession.run`: control groups, workspace, usage and the check that
      no process is left are in them. The others only run the command. A pre-warmed sandbox was set up after the command before; a cold one is
      set up within the call, by a process that has joined its control groups before.

      """;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append(heading.markdown());
    missing.forEach(each -> page.append("- not measured: ").append(each).append('\n'));
    MarkdownTable table =
        new MarkdownTable(List.of("sandbox", "ms", "fastest tenth", "beside pre-warmed"));
    for (LaunchColumn column : LaunchColumn.values()) {
      Samples samples = times.get(column);
      if (samples != null) {
        table.add(row(column, samples));
      }
    }
    return page.append('\n').append(table).append('\n').append(verdicts()).toString();
  }

  private List<String> row(LaunchColumn column, Samples samples) {
    Samples warm = times.get(WARM);
    String ratio = warm == null || column == WARM ? "" : samples.over(warm).toString();
    String fast = String.format(Locale.ROOT, "%.1f", samples.quantile(0.1));
    return List.of(column.title(), samples.toString(), fast, ratio);
  }

  private String verdicts() {
    return fastestPeer().map(this::warmVerdict).orElse("") + coldVerdict();
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
    return "- The fastest peer, %s, takes %s times as long as a pre-warmed sandbox (at least %s, %s).%n"
        .formatted(fastest.title(), ratio, WARM_TARGET, met(ratio.value() >= WARM_TARGET));
  }

  private String coldVerdict() {
    Samples cold = times.get(COLD);
    Samples bare = times.get(BWRAP);
    if (cold == null || bare == null) {
      return "";
    }
    Samples.Ratio ratio = cold.over(bare);
    return "- A cold start takes %s times as long as bubblewrap alone (at most %s, %s).%n"
        .formatted(ratio, COLD_TARGET, met(ratio.value() <= COLD_TARGET));
  }

  private static String met(boolean target) {
    return target ? "met" : "**missed**";
  }
}
