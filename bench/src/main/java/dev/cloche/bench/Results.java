package dev.cloche.bench;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/** All that was measured, by kernel and column, the rounds joined. */
final class Results {

  private final Map<Kernel, Map<Column, Samples>> times = new TreeMap<>();

  /** Takes what JMH measured in one round. */
  void add(Collection<RunResult> round) {
    for (RunResult result : round) {
      Kernel kernel = Kernel.valueOf(result.getParams().getParam("kernel"));
      Column column = Column.valueOf(result.getParams().getParam("column"));
      add(kernel, column, samples(result));
    }
  }

  void add(Kernel kernel, Column column, Samples samples) {
    Samples joined =
        times
            .computeIfAbsent(kernel, key -> new EnumMap<>(Column.class))
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

  Set<Kernel> kernels() {
    return times.keySet();
  }

  Samples of(Kernel kernel, Column column) {
    Samples samples = times.getOrDefault(kernel, Map.of()).get(column);
    if (samples == null) {
      throw new IllegalStateException(kernel + " was not measured in " + column);
    }
    return samples;
  }

  /**
   * The geometric mean over all kernels of how much longer {@code column} took than {@code base}.
   */
  double mean(Column column, Column base) {
    return Math.exp(
        kernels().stream()
            .mapToDouble(kernel -> Math.log(of(kernel, column).over(of(kernel, base)).value()))
            .average()
            .orElseThrow());
  }
}
