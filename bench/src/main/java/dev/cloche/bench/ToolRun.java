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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/**
 * Measures bundled tools beside the programs that they stand for, on the same files, and a small
 * call of each.
 */
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
  private final List<ToolWork> work = new ArrayList<>();
  private final List<ToolStart> starts = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();

  ToolRun(Plan plan) {
    this.plan = plan;
  }

  /** Measures whatever is built. */
  void measure() throws IOException {
    Progress progress = new Progress(ToolCase.values().length + BundledTools.all().size());
    try (Engine engine = Engine.create()) {
      try (ToolData data = ToolData.write()) {
        for (ToolCase row : ToolCase.values()) {
          progress.next(row.tool() + " beside " + row.peer());
          if (isBuilt(tool(row))) {
            work.add(work(row, engine, data));
          }
        }
      }
      for (BundledTool tool : BundledTools.all()) {
        progress.next("a small call of " + tool.name());
        if (isBuilt(tool)) {
          starts.add(start(tool, engine));
        }
      }
    }
  }

  private static BundledTool tool(ToolCase row) {
    return BundledTools.find(row.tool()).orElseThrow();
  }

  private boolean isBuilt(BundledTool tool) {
    if (!tool.isBuilt()) {
      missing.add(tool.name() + ": it is not built");
    }
    return tool.isBuilt();
  }

  private ToolWork work(ToolCase row, Engine engine, ToolData data) {
    Tool tool = tool(row).tool();
    Call call = Call.builder().arguments(row.arguments(DATA)).build();
    try (Workspace workspace = workspace(data.directory(), DATA, Access.READ);
        Session session = engine.openSession(LIMITS, workspace)) {
      Outcome.Completed first = completed(session.call(tool, call), 0);
      Samples warm = timed(plan.toolWarmUp(), () -> millis(session, tool, call, 0));
      Optional<Samples> peer = peer(row, data, first.stdout().text());
      return new ToolWork(row, first.usage().fuel(), warm, peer);
    }
  }

  private ToolStart start(BundledTool bundled, Engine engine) throws IOException {
    Tool tool = bundled.tool();
    try (ToolSample sample = ToolSample.of(bundled);
        Workspace workspace = workspace(sample.files(), "/", Access.OVERLAY);
        Session session = engine.openSession(LIMITS, workspace)) {
      Call call = sample.call();
      long fuel = completed(session.call(tool, call), sample.exit()).usage().fuel();
      Samples warm =
          timed(plan.toolStartWarmUp(), () -> millis(session, tool, call, sample.exit()));
      ProcessTime.Command command = sample.command();
      Samples cold = timed(Duration.ZERO, () -> ProcessTime.millis(command));
      return new ToolStart(bundled.name(), bundled.wasm().length, sample.title(), fuel, warm, cold);
    }
  }

  private static Workspace workspace(Path directory, String at, Access access) {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    Mount ignored = workspace.mount(directory, at, access);
    return workspace;
  }

  /** What a tool answers; a test compares it with what its counterpart does. */
  static String answer(ToolCase row, Engine engine, ToolData data) {
    Call call = Call.builder().arguments(row.arguments(DATA)).build();
    try (Workspace workspace = workspace(data.directory(), DATA, Access.READ);
        Session session = engine.openSession(LIMITS, workspace)) {
      return completed(session.call(tool(row).tool(), call), 0).stdout().text();
    }
  }

  /** What the counterpart answers. */
  static String peerAnswer(ToolCase row, ToolData data) throws MissingException {
    return ProcessTime.output(peerCommand(row, data));
  }

  private static Outcome.Completed completed(Outcome outcome, int exit) {
    if (outcome instanceof Outcome.Completed completed && completed.exitStatus() == exit) {
      return completed;
    }
    throw new IllegalStateException(outcome.message() + ": " + outcome.stderr().text());
  }

  private static double millis(Session session, Tool tool, Call call, int exit) {
    long start = System.nanoTime();
    Outcome outcome = session.call(tool, call);
    double took = (System.nanoTime() - start) / 1e6;
    Outcome.Completed ignored = completed(outcome, exit);
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

  private static List<String> peerCommand(ToolCase row, ToolData data) throws MissingException {
    List<String> command = new ArrayList<>(List.of(Programs.find(row.peer())));
    command.addAll(row.peerArguments(data.directory()));
    return command;
  }

  private Optional<Samples> peer(ToolCase row, ToolData data, String answer) {
    try {
      List<String> command = peerCommand(row, data);
      if (!row.isSame(answer, ProcessTime.output(command))) {
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
    return new ToolReport(heading, work, starts, List.copyOf(missing)).markdown();
  }
}
