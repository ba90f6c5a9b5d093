package dev.cloche.bench;

import dev.cloche.run.BenchGuests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The command: measures a set of benchmarks, and writes its page. */
public final class Bench {

  private Bench() {}

  /** See {@code bench/README.md}. */
  public static void main(String[] arguments) throws RunnerException, IOException {
    Plan plan;
    try {
      plan = Plan.parse(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    String command = String.join(" ", "bench/run", String.join(" ", arguments)).strip();
    String page = measure(plan, command);
    write(plan.output(), page);
    System.out.println(page);
  }

  private static String measure(Plan plan, String command) throws RunnerException {
    return switch (plan.set()) {
      case KERNELS -> measureKernels(plan, command);
      case SHIM -> measureShim(plan, command);
    };
  }

  private static String measureKernels(Plan plan, String command) throws RunnerException {
    Machine machine = Machine.current();
    Results<Kernel, Column> results = new Results<>(Kernel.class, Column.class);
    String[] kernels = plan.kernels().stream().map(Kernel::name).toArray(String[]::new);
    Options options = options(plan, KernelBenchmark.class).param("row", kernels).build();
    for (int round = 0; round < plan.rounds(); round++) {
      results.add(new Runner(options).run());
    }
    return new Report(machine, today(), command, results, Bench::fuel).markdown();
  }

  private static String measureShim(Plan plan, String command) throws RunnerException {
    Machine machine = Machine.current();
    Results<ShimWork, ShimColumn> results = new Results<>(ShimWork.class, ShimColumn.class);
    Options options = options(plan, ShimBenchmark.class).build();
    for (int round = 0; round < plan.rounds(); round++) {
      results.add(new Runner(options).run());
    }
    return new ShimReport(machine, today(), command, results).markdown();
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private static ChainedOptionsBuilder options(Plan plan, Class<?> benchmark) {
    return new OptionsBuilder()
        .include(benchmark.getName())
        .forks(1)
        .warmupIterations(plan.warmups())
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(plan.iterations())
        .measurementTime(TimeValue.seconds(1))
        // As the launcher does: HotSpot otherwise never compiles the largest methods.
        .jvmArgs("-XX:-DontCompileHugeMethods", "-Xmx1g")
        .shouldFailOnError(true);
  }

  private static long fuel(Kernel kernel) {
    return BenchGuests.fuel(kernel.wasm().orElseThrow(), kernel.size());
  }

  private static void write(Path output, String page) throws IOException {
    Path directory = output.toAbsolutePath().getParent();
    if (directory != null) {
      Path ignored = Files.createDirectories(directory);
    }
    Path ignored = Files.writeString(output, page);
  }
}
