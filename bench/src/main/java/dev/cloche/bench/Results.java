package dev.cloche.bench;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * All that was measured, by row and column of the page, the rounds joined.
 *
 * @param <R> what was done: the benchmark's parameter {@code row}
 * @param <C> how: its parameter {@code column}
 */
final class Results<R extends Enum<R>, C extends Enum<C>> {

  private final Class<R> rowType;
  private final Class<C> columnType;
  private final Map<R, Map<C, Samples>> times = new TreeMap<>();

  Results(Class<R> rowType, Class<C> columnType) {
    this.rowType = rowType;
    this.columnType = columnType;
  }

  /** Takes what JMH measured in one round. */
  void add(Collection<RunResult> round) {
    for (RunResult result : round) {
      R row = Enum.valueOf(rowType, result.getParams().getParam("row"));
      C column = Enum.valueOf(columnType, result.getParams().getParam("column"));
      add(row, column, samples(result));
    }
  }

  void add(R row, C column, Samples samples) {
    Samples joined =
        times
            .computeIfAbsent(row, key -> new EnumMap<>(columnType))
            .merge(column, samples, Samples::and);
    assert joined != null;
  }

  private static Samples samples(RunResult result) {
    return Samples.of(
        result.getBenchmarkResults().stream()
            .map(BenchmarkResult::getIterationResults)
            .flatMap(Collection::stream)
            .mapToDouble(Results::millisPerCall)
            .toArray());
  }

  private static double millisPerCall(IterationResult iteration) {
    var counters = iteration.getSecondaryResults();
    return counters.get("nanos").getScore() / counters.get("calls").getScore() / 1e6;
  }

  Set<R> rows() {
    return times.keySet();
  }

  /** The columns in which anything was measured. */
  Set<C> columns() {
    Set<C> measured = EnumSet.noneOf(columnType);
    times.values().forEach(row -> measured.addAll(row.keySet()));
    return measured;
  }

  boolean has(R row, C column) {
    return times.getOrDefault(row, Map.of()).containsKey(column);
  }

  Samples of(R row, C column) {
    Samples samples = times.getOrDefault(row, Map.of()).get(column);
    if (samples == null) {
      throw new IllegalStateException(row + " was not measured in " + column);
    }
    return samples;
  }

  /** The rows that were measured in both columns. */
  List<R> common(C first, C second) {
    return rows().stream().filter(row -> has(row, first) && has(row, second)).toList();
  }

  /**
   * The geometric mean of how much longer {@code column} took than {@code base}, over all rows that
   * have both, of which there is at least one.
   */
  Samples.Ratio mean(C column, C base) {
    return Samples.Ratio.mean(
        common(column, base).stream().map(row -> of(row, column).over(of(row, base))).toList());
  }
}
