package dev.cloche.bench;

import dev.cloche.run.BenchGuests;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.openjdk.jmh.results.RunResult;
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
    for (int round = 0; round < plan.rounds(); round++) {
      inJmh(kernels.stream().filter(kernel -> !kernel.isProgram()).toList(), plan.pace());
      inJmh(kernels.stream().filter(Kernel::isProgram).toList(), plan.programPace());
      for (Column column : columns(Column.Place.PROCESS)) {
        kernels.stream().filter(column::runs).forEach(kernel -> measure(kernel, column));
      }
    }
  }

  private List<Column> columns(Column.Place place) {
    return plan.columns().stream().filter(column -> column.place() == place).toList();
  }

  private void inJmh(List<Kernel> some, Plan.Pace pace) throws RunnerException {
    List<Column> columns = columns(Column.Place.JMH);
    if (!some.isEmpty() && !columns.isEmpty()) {
      Options options =
          Bench.options(KernelBenchmark.class, pace)
              .param("row", names(some))
              .param("column", names(columns))
              .build();
      scaled(new Runner(options).run());
    }
  }

  private static String[] names(List<? extends Enum<?>> constants) {
    return constants.stream().map(Enum::name).toArray(String[]::new);
  }

  private void scaled(Collection<RunResult> round) {
    Results<Kernel, Column> measured = new Results<>(Kernel.class, Column.class);
    measured.add(round);
    for (Kernel kernel : measured.rows()) {
      for (Column column : measured.columns()) {
        results.add(kernel, column, measured.of(kernel, column).times(scale(kernel, column)));
      }
    }
  }

  private void measure(Kernel kernel, Column column) {
    try {
      Peer peer = Peer.of(column, kernel);
      Samples samples = peer.measure(column.work(kernel), pace(kernel, column));
      results.add(kernel, column, samples.times(scale(kernel, column)));
    } catch (MissingException e) {
      missing.add(column.heading() + ": " + e.getMessage());
    }
  }

  private Plan.Pace pace(Kernel kernel, Column column) {
    if (!column.compilesAsItRuns()) {
      return plan.nativePace();
    }
    return kernel.isProgram() && !column.isReduced() ? plan.programPace() : plan.pace();
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
