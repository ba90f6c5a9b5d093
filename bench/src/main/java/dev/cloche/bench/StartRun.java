package dev.cloche.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;

/** Measures what is before and beside a guest's own work, on what this machine has. */
final class StartRun {

  private static final Duration DEADLINE = Duration.ofMillis(50);

  private final Plan plan;
  private final Results<StartWork, StartColumn> results =
      new Results<>(StartWork.class, StartColumn.class);
  private final Map<String, Samples> coldMillis = new LinkedHashMap<>();
  private final Map<Integer, Double> callsPerSecond = new LinkedHashMap<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private Samples overshoot = Samples.of(0);
  private IdleMemory idle = new IdleMemory(0, 0, 0);

  StartRun(Plan plan) {
    this.plan = plan;
  }

  /** Measures everything. */
  void measure() throws RunnerException {
    Progress progress = new Progress(plan.rounds() * 3 + 5);
    for (int round = 1; round <= plan.rounds(); round++) {
      instancesAndCalls(progress, round);
    }
    progress.next("cold processes");
    coldProcesses();
    progress.next("memory of a prepared tool");
    idle = IdleMemory.measure(plan.quick() ? 2 : 5);
    try (ScriptCalls calls = ScriptCalls.open()) {
      progress.next("warm-up of script calls");
      // Warm, so that the deadline and not the JIT compiler is what is measured.
      double ignored = calls.perSecond(1, plan.startPace().warmup());
      progress.next("deadlines");
      overshoots(calls);
      progress.next("script calls on several threads");
      throughput(calls);
    }
  }

  private void instancesAndCalls(Progress progress, int round) throws RunnerException {
    progress.next("instances and calls in Cloche, round " + round);
    jmh(StartColumn.CLOCHE, List.of(StartWork.values()));
    progress.next("instances and calls in stock Chicory, round " + round);
    jmh(
        StartColumn.PEER,
        Arrays.stream(StartWork.values()).filter(work -> !work.hasPeerProcess()).toList());
    progress.next("script calls in quickjs4j, round " + round);
    try {
      results.add(
          StartWork.SCRIPT_CALL,
          StartColumn.PEER,
          Peer.scriptCalls().measure(new Kernel.Work(1, 2), plan.startPace()));
    } catch (MissingException e) {
      missing.add("quickjs4j: " + e.getMessage());
    }
  }

  private void jmh(StartColumn column, List<StartWork> rows) throws RunnerException {
    results.add(
        new Runner(
                Bench.options(StartBenchmark.class, plan.startPace())
                    .param("row", rows.stream().map(StartWork::name).toArray(String[]::new))
                    .param("column", column.name())
                    .build())
            .run());
  }

  private void coldProcesses() {
    for (ColdProcess process : ColdProcess.values()) {
      try {
        coldMillis.put(process.title(), process.measure(plan.quick() ? 7 : 21));
      } catch (MissingException e) {
        missing.add(process.title() + ": " + e.getMessage());
      }
    }
  }

  private void overshoots(ScriptCalls calls) {
    int count = plan.quick() ? 200 : 1000;
    overshoot =
        Samples.of(DoubleStream.generate(() -> calls.overshoot(DEADLINE)).limit(count).toArray());
  }

  private void throughput(ScriptCalls calls) {
    Duration howLong = plan.quick() ? Duration.ofSeconds(2) : Duration.ofSeconds(10);
    int cores = Runtime.getRuntime().availableProcessors();
    IntStream.iterate(1, threads -> threads <= 2 * cores, threads -> 2 * threads)
        .forEach(threads -> callsPerSecond.put(threads, calls.perSecond(threads, howLong)));
  }

  /** The page. */
  String report(PageHeading heading) {
    return new StartReport(
            heading,
            results,
            coldMillis,
            overshoot,
            DEADLINE.toMillis(),
            callsPerSecond,
            idle,
            List.copyOf(missing))
        .markdown();
  }
}
