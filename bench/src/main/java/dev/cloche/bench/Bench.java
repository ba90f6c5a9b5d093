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
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The command: measures every kernel in every column, and writes the page. */
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
    Machine machine = Machine.current();
    Results results = new Results();
    for (int round = 0; round < plan.rounds(); round++) {
      results.add(new Runner(options(plan)).run());
    }
    return new Report(machine, LocalDate.now(ZoneOffset.UTC), command, results, Bench::fuel)
        .markdown();
  }

  private static Options options(Plan plan) {
    return new OptionsBuilder()
        .include(KernelBenchmark.class.getName())
        .param("kernel", plan.kernels().stream().map(Kernel::name).toArray(String[]::new))
        .forks(1)
        .warmupIterations(plan.warmups())
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(plan.iterations())
        .measurementTime(TimeValue.seconds(1))
        // As the launcher does: HotSpot otherwise never compiles the largest methods.
        .jvmArgs("-XX:-DontCompileHugeMethods", "-Xmx1g")
        .shouldFailOnError(true)
        .build();
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
