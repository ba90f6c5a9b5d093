package dev.cloche.bench;

import java.util.Collection;
import java.util.EnumMap;
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

  Samples of(R row, C column) {
    Samples samples = times.getOrDefault(row, Map.of()).get(column);
    if (samples == null) {
      throw new IllegalStateException(row + " was not measured in " + column);
    }
    return samples;
  }

  /** The geometric mean over all rows of how much longer {@code column} took than {@code base}. */
  double mean(C column, C base) {
    return Math.exp(
        rows().stream()
            .mapToDouble(row -> Math.log(of(row, column).over(of(row, base)).value()))
            .average()
            .orElseThrow());
  }
}
