package dev.cloche.run;

import dev.cloche.run.SpecScript.Outcome;
import dev.cloche.run.SpecScript.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What scripts came to in every way: counts, what was not as expected, and where ways differ. */
final class SpecReport {

  private final Map<Opinion, Map<Verdict, Integer>> counts = new EnumMap<>(Opinion.class);
  private final Map<Opinion, List<String>> otherwise = new EnumMap<>(Opinion.class);
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  private final Set<Opinion> opinions;
  private int commands;

  /** For some ways, the metered ones among them. */
  SpecReport(Set<Opinion> opinions) {
    this.opinions = opinions;
  }

  /** Runs a script in each way. */
  void run(Path json) throws IOException, InterruptedException {
    String script = json.getFileName().toString();
    List<Outcome> first = List.of();
    for (Opinion opinion : opinions) {
      List<Outcome> outcomes = SpecScript.run(json, opinion);
      count(script, opinion, outcomes);
      if (opinion == Opinion.METERED_INTERPRETED) {
        first = outcomes;
      } else if (opinion.isOurs()) {
        compare(script, opinion, first, outcomes);
      }
    }
    commands += first.size();
  }

  private void count(String script, Opinion opinion, List<Outcome> outcomes) {
    for (Outcome outcome : outcomes) {
      counts
          .computeIfAbsent(opinion, key -> new EnumMap<>(Verdict.class))
          .merge(outcome.verdict(), 1, Integer::sum);
      if (outcome.verdict() == Verdict.OTHERWISE) {
        otherwise
            .computeIfAbsent(opinion, key -> new ArrayList<>())
            .add(script + ":" + outcome.command() + ": " + outcome.what());
      } else if (outcome.verdict() == Verdict.LEFT_OUT && opinion == Opinion.METERED_INTERPRETED) {
        leftOut.merge(outcome.what(), 1, Integer::sum);
      }
    }
  }

  /** Tells where two ways differ in one script. */
  void compare(String script, Opinion opinion, List<Outcome> one, List<Outcome> other) {
    for (int i = 0; i < one.size(); i++) {
      if (!one.get(i).equals(other.get(i))) {
        differences.add(
            "%s:%s: %s | %s %s"
                .formatted(
                    script, one.get(i).command(), one.get(i).what(), opinion, other.get(i).what()));
      }
    }
  }

  /** How many commands there were. */
  int commands() {
    return commands;
  }

  /** How many of them were left out. */
  int leftOut() {
    return leftOut.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Where the engine's ways differ among themselves. */
  List<String> differences() {
    return differences;
  }

  /** What was not as the script expects. */
  List<String> otherwise(Opinion opinion) {
    return otherwise.getOrDefault(opinion, List.of());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    otherwise.forEach(
        (opinion, lines) ->
            lines.forEach(line -> text.append(opinion).append(' ').append(line).append('\n')));
    differences.forEach(line -> text.append("differs ").append(line).append('\n'));
    leftOut.forEach(
        (why, count) ->
            text.append("left out ").append(why).append(' ').append(count).append('\n'));
    counts.forEach((opinion, each) -> text.append(opinion).append(' ').append(each).append('\n'));
    return text.append(commands)
        .append(" commands, ")
        .append(differences.size())
        .append(" differences")
        .toString();
  }
}
