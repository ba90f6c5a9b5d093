package dev.cloche.bench;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/** Measures bundled tools beside the programs that they stand for, on the same files. */
final class ToolRun {

  /** Where the guest sees the files. */
  private static final String DATA = "/data";

  private static final Limits LIMITS =
      Limits.builder()
          .fuel(Limits.MAX_FUEL)
          .wall(Duration.ofMinutes(2))
          .memoryBytes(1L << 30)
          .outputBytes(64L << 20)
          .build();

  private final Plan plan;
  private final List<ToolFigures> figures = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  ToolRun(Plan plan) {
    this.plan = plan;
  }

  /** Measures every case whose tool is built. */
  void measure() throws IOException {
    Progress progress = new Progress(ToolCase.values().length);
    try (ToolData data = ToolData.write();
        Engine engine = Engine.create()) {
      for (ToolCase row : ToolCase.values()) {
        progress.next(row.tool());
        Optional<BundledTool> tool = BundledTools.find(row.tool()).filter(BundledTool::isBuilt);
        if (tool.isEmpty()) {
          missing.add(row.tool() + ": it is not built");
        } else {
          figures.add(measure(row, tool.get(), engine, data));
        }
      }
    }
  }

  private ToolFigures measure(ToolCase row, BundledTool bundled, Engine engine, ToolData data) {
    Tool tool = bundled.tool();
    try (Workspace workspace = workspace(data);
        Session session = engine.openSession(LIMITS, workspace)) {
      Call call = Call.builder().arguments(row.arguments(DATA)).build();
      Outcome.Completed first = completed(row, session.call(tool, call));
      Samples warm = timed(plan.toolWarmUp(), () -> millis(row, session, tool, call));
      Call small = Call.builder().arguments(row.small(DATA)).build();
      Samples smallWarm = timed(plan.toolWarmUp(), () -> millis(row, session, tool, small));
      long smallFuel = completed(row, session.call(tool, small)).usage().fuel();
      return new ToolFigures(
          row,
          bundled.wasm().length,
          first.usage().fuel(),
          smallFuel,
          warm,
          smallWarm,
          cold(row, data),
          peer(row, data, first.stdout().text()));
    }
  }

  private static Workspace workspace(ToolData data) {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    Mount ignored = workspace.mount(data.directory(), DATA, Access.READ);
    return workspace;
  }

  private static Outcome.Completed completed(ToolCase row, Outcome outcome) {
    if (outcome instanceof Outcome.Completed completed && completed.exitStatus() == 0) {
      return completed;
    }
    throw new IllegalStateException(
        row.tool() + ": " + outcome.message() + ": " + outcome.stderr().text());
  }

  private static double millis(ToolCase row, Session session, Tool tool, Call call) {
    long start = System.nanoTime();
    Outcome outcome = session.call(tool, call);
    double took = (System.nanoTime() - start) / 1e6;
    completed(row, outcome);
    return took;
  }

  /** Calls for some time, which does not count, and then as often as the plan says. */
  private Samples timed(Duration warmUp, DoubleSupplier once) {
    long end = System.nanoTime() + warmUp.toNanos();
    do {
      double ignored = once.getAsDouble();
    } while (System.nanoTime() < end);
    return Samples.of(DoubleStream.generate(once).limit(plan.toolCalls()).toArray());
  }

  /** A process that does next to nothing, after one that fills caches. */
  private Samples cold(ToolCase row, ToolData data) {
    List<String> command = new ArrayList<>();
    command.add(BuildFiles.module().resolve("../cloche").toString());
    command.addAll(List.of("run", "--mount", data.directory() + ":" + DATA + ":read", row.tool()));
    command.addAll(row.small(DATA));
    return timed(Duration.ZERO, () -> ProcessTime.millis(command));
  }

  private Optional<Samples> peer(ToolCase row, ToolData data, String answer) {
    try {
      List<String> command = new ArrayList<>(List.of(Programs.find(row.peer())));
      command.addAll(row.peerArguments(data.directory()));
      String peerAnswer = ProcessTime.output(command);
      if (!row.isSame(answer, peerAnswer)) {
        throw new IllegalStateException(row.tool() + " and " + row.peer() + " answer differently");
      }
      return Optional.of(timed(Duration.ZERO, () -> ProcessTime.millis(command)));
    } catch (MissingException e) {
      missing.add(row.tool() + " beside " + row.peer() + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** The page. */
  String report(PageHeading heading) {
    return new ToolReport(heading, figures, missing).markdown();
  }
}
