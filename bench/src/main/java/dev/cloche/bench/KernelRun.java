package dev.cloche.bench;

import dev.cloche.run.BenchGuests;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/** Measures kernels in all columns that this machine has. */
final class KernelRun {

  private final Plan plan;
  private final Results<Kernel, Column> results = new Results<>(Kernel.class, Column.class);
  private final Set<String> missing = new LinkedHashSet<>();
  private final List<Kernel> kernels;

  KernelRun(Plan plan) {
    this.plan = plan;
    this.kernels = plan.kernels().stream().filter(this::isBuilt).toList();
  }

  private boolean isBuilt(Kernel kernel) {
    if (kernel.wasm().isEmpty()) {
      missing.add(kernel.title() + ": its module is not built");
      return false;
    }
    return true;
  }

  /** Measures everything, round by round. */
  void measure() throws RunnerException {
    Progress progress = new Progress(plan.rounds() * figures());
    for (int round = 0; round < plan.rounds(); round++) {
      for (Column column : plan.columns()) {
        for (Kernel kernel : kernels) {
          if (plan.measures(kernel, column)) {
            progress.next(kernel.file() + " in " + column.heading());
            add(kernel, column);
          }
        }
      }
    }
  }

  private int figures() {
    return plan.columns().stream()
        .mapToInt(
            column ->
                (int) kernels.stream().filter(kernel -> plan.measures(kernel, column)).count())
        .sum();
  }

  private void add(Kernel kernel, Column column) throws RunnerException {
    try {
      Samples samples =
          column.place() == Column.Place.JMH ? inJmh(kernel, column) : inPeer(kernel, column);
      results.add(kernel, column, samples.times(scale(kernel, column)));
    } catch (MissingException e) {
      missing.add(column.heading() + ": " + e.getMessage());
    }
  }

  private Samples inJmh(Kernel kernel, Column column) throws RunnerException {
    Options options =
        Bench.options(KernelBenchmark.class, pace(kernel, column))
            .param("row", kernel.name())
            .param("column", column.name())
            .build();
    Results<Kernel, Column> measured = new Results<>(Kernel.class, Column.class);
    measured.add(new Runner(options).run());
    return measured.of(kernel, column);
  }

  private Samples inPeer(Kernel kernel, Column column) throws MissingException {
    return Peer.of(column, kernel).measure(column.work(kernel), pace(kernel, column));
  }

  private Plan.Pace pace(Kernel kernel, Column column) {
    if (!column.compilesAsItRuns()) {
      return plan.nativePace();
    }
    if (column.isReduced()) {
      return plan.interpreterPace();
    }
    return kernel.isProgram() ? plan.programPace() : plan.pace();
  }

  /** How many times the work that was done the full work is. */
  private static double scale(Kernel kernel, Column column) {
    return column.isReduced()
        ? (double) fuel(kernel, kernel.full()) / fuel(kernel, kernel.reduced())
        : 1;
  }

  static long fuel(Kernel kernel, Kernel.Work work) {
    return BenchGuests.fuel(kernel.wasm().orElseThrow(), work.n());
  }

  Results<Kernel, Column> results() {
    return results;
  }

  /** What was not measured and why, a sentence each. */
  List<String> missing() {
    return List.copyOf(missing);
  }

  static ToLongFunction<Kernel> fuel() {
    return kernel -> fuel(kernel, kernel.full());
  }
}
