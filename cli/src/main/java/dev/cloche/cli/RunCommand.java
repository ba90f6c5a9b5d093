package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cloche run}: one call of one tool. */
@Command(
    name = "run",
    description =
        "Runs a .wasm file or a bundled tool. Standard input, output, error and the exit status"
            + " are the tool's own. Options stand before TOOL; all that follows it belongs to it.",
    customSynopsis = "cloche run [OPTION...] TOOL [ARG...]")
final class RunCommand implements Callable<Integer> {

  private final Host host;

  @Mixin private LimitOptions limitOptions = new LimitOptions();

  @Mixin private UnavailableOptions unavailable = new UnavailableOptions();

  @Option(
      names = "--mount",
      paramLabel = "HOST:GUEST[:MODE]",
      description =
          "Shows a host directory to the tool, as read (the default) or overlay, which it may"
              + " change without the host's copy changing, unless --commit says so. Repeatable.")
  private List<String> mounts = new ArrayList<>();

  @Option(
      names = "--commit",
      description =
          "Writes what the tool changed in overlay mounts to the host, if it ends with status 0"
              + " and nothing there has changed meanwhile.")
  private boolean commit;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Sets an environment variable; there are no others. Repeatable.")
  private List<String> environment = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Makes clock and random numbers the same in every run.")
  private Optional<String> seed = Optional.empty();

  @Option(
      names = "--execution",
      paramLabel = "HOW",
      description = "compiled (the default) or interpreted; results and fuel are the same.")
  private Optional<String> execution = Optional.empty();

  @Option(
      names = "--json",
      description = "Prints the outcome as one JSON object instead of the tool's streams.")
  private boolean json;

  @Option(
      names = "--trace",
      description = "Writes a line for each host call of the tool to standard error.")
  private boolean trace;

  @Parameters(
      index = "0",
      paramLabel = "TOOL",
      description = "A .wasm file, or the name of a bundled tool (see cloche tools).")
  private String tool = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARG",
      description = "Arguments of the tool, also where they look like options.")
  private List<String> arguments = new ArrayList<>();

  RunCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    unavailable.refuse();
    Limits limits = limitOptions.limits();
    Execution how = execution.map(RunCommand::execution).orElse(Execution.COMPILED);
    List<Mount> mounted = mounts.stream().map(Mount::parse).toList();
    Call.Builder call = callBuilder();
    Tool found = new ToolLocator(host.catalogue()).find(tool);
    GuestCall guest = new GuestCall(host, found, json);
    try (Workspace workspace = workspace();
        Engine engine = host.engines().open(limits, how)) {
      Overlays overlays = Overlays.mount(mounted, workspace, commit);
      Optional<String> refusal = prepare(engine, found, guest);
      if (refusal.isPresent()) {
        return guest.report(new Outcome.Refused(refusal.get()));
      }
      try (Session session = engine.openSession(limits, workspace)) {
        int status = guest.run(session, call);
        return status == 0 ? overlays.commit(host.streams().errWriter()) : status;
      }
    }
  }

  /** Only where somebody watches: otherwise the call itself does it, with nothing to show. */
  private Optional<String> prepare(Engine engine, Tool found, GuestCall guest) {
    if (!host.streams().errIsTerminal()) {
      return Optional.empty();
    }
    ProgressLine line =
        ProgressLine.start(
            host.streams().err(), "compiling " + Printable.line(found.name()) + " ...");
    host.interruption()
        .beforeCall(
            () -> {
              line.erase();
              guest.reportCancelledBeforeStart();
            });
    try {
      return engine.prepare(found);
    } finally {
      line.erase();
    }
  }

  private Call.Builder callBuilder() {
    Call.Builder call = Call.builder().arguments(arguments).stdin(host.streams().in());
    environment.forEach(assignment -> addVariable(call, assignment));
    seed.ifPresent(text -> call.seed(seed(text)));
    if (trace) {
      call.traceTo(host.streams().errWriter()::println);
    }
    return call;
  }

  /** With a seed, the times of files are the same in every run as well. */
  private Workspace workspace() {
    InstantSource clock =
        seed.isPresent() ? InstantSource.fixed(Call.SEEDED_START) : InstantSource.system();
    return Workspace.inMemory(WorkspaceLimits.defaults(), clock);
  }

  private static void addVariable(Call.Builder call, String assignment) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      throw new UsageException(
          String.format(
              "--env %s has no %s; write NAME=VALUE",
              Printable.quote(assignment), equals == 0 ? "name before \"=\"" : "\"=\""));
    }
    call.environment(assignment.substring(0, equals), assignment.substring(equals + 1));
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "--seed "
              + Printable.quote(text)
              + " is not a whole number of 64 bits; write digits, such as 42");
    }
  }

  private static Execution execution(String text) {
    return switch (text) {
      case "compiled" -> Execution.COMPILED;
      case "interpreted" -> Execution.INTERPRETED;
      default ->
          throw new UsageException(
              "--execution "
                  + Printable.quote(text)
                  + " is unknown; write compiled or interpreted");
    };
  }
}
