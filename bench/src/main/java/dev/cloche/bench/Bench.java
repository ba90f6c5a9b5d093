package dev.cloche.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

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
    makeDirectory(plan.output());
    String page = measure(plan, command);
    Path ignored = Files.writeString(plan.output(), page);
    System.out.println(page);
  }

  private static String measure(Plan plan, String command) throws RunnerException, IOException {
    return switch (plan.set()) {
      case KERNELS -> measureKernels(plan, command);
      case START -> measureStart(plan, command);
      case SHIM -> measureShim(plan, command);
      case NET -> measureNet(plan, command);
      case TOOLS -> measureTools(plan, command);
      case LAUNCH -> measureLaunch(plan, command);
    };
  }

  private static String measureKernels(Plan plan, String command)
      throws RunnerException, IOException {
    PageHeading heading = heading(command);
    KernelRun run = new KernelRun(plan);
    run.measure();
    new Chart(run.results()).write(plan.chart());
    return new Report(heading, run.results(), run.missing(), KernelRun.fuel()).markdown();
  }

  private static String measureStart(Plan plan, String command) throws RunnerException {
    PageHeading heading = heading(command);
    StartRun run = new StartRun(plan);
    run.measure();
    return run.report(heading);
  }

  private static String measureShim(Plan plan, String command) throws RunnerException {
    PageHeading heading = heading(command);
    Results<ShimWork, ShimColumn> results = new Results<>(ShimWork.class, ShimColumn.class);
    Options options = options(ShimBenchmark.class, plan.shimPace()).build();
    Progress progress = new Progress(plan.rounds());
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.next("host calls, round " + round);
      results.add(new Runner(options).run());
    }
    return new ShimReport(heading, results).markdown();
  }

  /** Made before anything is measured: it has the load that the machine is under then. */
  private static PageHeading heading(String command) {
    return new PageHeading(Machine.current(), LocalDate.now(ZoneOffset.UTC), command);
  }

  private static String measureNet(Plan plan, String command) throws RunnerException {
    PageHeading heading = heading(command);
    Results<NetWork, NetColumn> results = new Results<>(NetWork.class, NetColumn.class);
    Options options = options(NetBenchmark.class, plan.netPace()).build();
    Progress progress = new Progress(plan.rounds());
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.next("requests, round " + round);
      results.add(new Runner(options).run());
    }
    return new NetReport(heading, results).markdown();
  }

  private static String measureTools(Plan plan, String command) throws IOException {
    PageHeading heading = heading(command);
    ToolRun run = new ToolRun(plan);
    run.measure();
    return run.report(heading);
  }

  private static String measureLaunch(Plan plan, String command) throws IOException {
    PageHeading heading = heading(command);
    LaunchRun run = new LaunchRun(plan);
    run.measure();
    return run.report(heading);
  }

  /** What JMH is told in every set. */
  static ChainedOptionsBuilder options(Class<?> benchmark, Plan.Pace pace) {
    return new OptionsBuilder()
        .include(benchmark.getName())
        .forks(1)
        .warmupIterations(pace.warmups())
        .warmupTime(toJmh(Plan.Pace.WARMUP))
        .measurementIterations(pace.iterations())
        .measurementTime(toJmh(pace.iteration()))
        // As the launcher does: HotSpot otherwise never compiles the largest methods.
        .jvmArgs("-XX:-DontCompileHugeMethods", "-Xmx1g")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true);
  }

  private static TimeValue toJmh(Duration duration) {
    return TimeValue.milliseconds(duration.toMillis());
  }

  private static void makeDirectory(Path output) throws IOException {
    Path directory = output.toAbsolutePath().getParent();
    if (directory != null) {
      Path ignored = Files.createDirectories(directory);
    }
  }
}
