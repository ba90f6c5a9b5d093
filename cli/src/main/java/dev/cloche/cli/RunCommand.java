package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.workspace.Workspace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche run}: one call of one tool. */
final class RunCommand implements Command {

  static final String COMMIT = "--commit";
  private static final String ENV = "--env";
  private static final String SEED = "--seed";
  static final String EXECUTION = "--execution";
  private static final String TRACE = "--trace";
  private static final String WATCH = "--watch";

  private final Host host;

  RunCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "run",
            "cloche run [OPTION...] TOOL [ARG...]",
            "Runs a .wasm file, a script or a bundled tool.",
            "Standard input, output, error and the exit status are the tool's own. Options stand"
                + " before TOOL; all that follows it belongs to it.");
    command
        .addPositional(
            Parser.required(
                "TOOL",
                "A .wasm file, the .json manifest of an Extism plugin, a script (.js and what other"
                    + " bundled interpreters take), or the name of a bundled tool (see cloche"
                    + " tools)."))
        .addPositional(
            Parser.rest(
                "ARG",
                "Arguments of the tool, also where they look like options; of an Extism plugin the"
                    + " function to call."))
        .parser()
        .stopAtPositional(true);
    InputOption.addTo(command);
    LimitOptions.addTo(command);
    PolicyOptions.addTo(command);
    RegistryOption.addTo(command);
    addOptions(command);
    AuditOptions.addTo(command);
    RecordOption.addTo(command);
    return command;
  }

  /** Options stand before TOOL, so there are none where the first argument is none. */
  @Override
  public Optional<Arguments> withoutOptions(List<String> given) {
    return given.isEmpty() || given.get(0).startsWith("-")
        ? Optional.empty()
        : Optional.of(Arguments.ofWords(given));
  }

  private static void addOptions(CommandSpec command) {
    addCommitTo(command);
    addEnvironmentTo(command);
    command
        .addOption(
            Options.value(SEED, "N", "Makes clock and random numbers the same in every run."))
        .addOption(
            Options.value(
                EXECUTION,
                "HOW",
                "tiered (the default), compiled or interpreted; results and fuel are the same."))
        .addOption(
            Options.flag(
                Options.JSON,
                "Prints the outcome as one JSON object instead of the tool's streams."))
        .addOption(
            Options.flag(
                WATCH,
                "Runs again whenever the file of the tool, its manifest or its signature changes,"
                    + " until Ctrl-C. Standard input is for the first run."))
        .addOption(
            Options.flag(TRACE, "Writes a line for each host call of the tool to standard error."));
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    if (arguments.hasMatchedOption(WATCH) && arguments.hasMatchedOption(RecordOption.RECORD)) {
      throw new UsageException("--watch and --record exclude each other: one call is recorded");
    }
    return arguments.hasMatchedOption(WATCH)
        ? new WatchedRun(host).run(arguments.matchedPositionalValue(0, ""), () -> once(arguments))
        : once(arguments);
  }

  private int once(Arguments arguments) {
    Execution how =
        Options.given(arguments, EXECUTION).map(RunCommand::execution).orElse(Execution.TIERED);
    Call.Builder plain = callBuilder(arguments);
    ToolLocator locator = RegistryOption.locator(host, arguments);
    Tool found = locator.find(arguments.matchedPositionalValue(0, ""));
    Optional<StructuredTool> structured = InputOption.tool(arguments, found);
    Call.Builder call =
        structured
            .map(tool -> with(arguments, InputOption.call(arguments, tool, host.streams())))
            .orElse(plain);
    GuestCall guest =
        new GuestCall(host, found, structured, arguments.hasMatchedOption(Options.JSON));
    try (Setting setting = Setting.of(arguments);
        Workspace workspace = setting.workspace(clock(arguments));
        Engine engine = host.engines().open(setting.limits(), how);
        RecordOption record = RecordOption.open(arguments, hosts(setting))) {
      engine.expect(found);
      locator.requireSidecarOutside(hosts(setting));
      Overlays overlays =
          Overlays.mount(setting.mounts(), workspace, arguments.hasMatchedOption(COMMIT));
      Optional<String> refusal = prepare(engine, found, guest);
      if (refusal.isPresent()) {
        return guest.report(new Outcome.Refused(refusal.get()));
      }
      PrintWriter err = host.streams().errWriter();
      Session session = setting.session(engine, workspace);
      int status = guest.startedBy(record).run(session, call, setting.hasNetwork());
      return setting.end(session, status == 0 ? overlays.commit(session, err) : status, err);
    }
  }

  private static List<Path> hosts(Setting setting) {
    return setting.mounts().stream().map(Mount::host).toList();
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

  private Call.Builder callBuilder(Arguments arguments) {
    return with(
        arguments,
        Call.builder()
            .arguments(arguments.matchedPositionalValue(1, List.<String>of()))
            .stdin(host.streams().in()));
  }

  /** Adds what options say about any call. */
  private Call.Builder with(Arguments arguments, Call.Builder call) {
    addVariables(arguments, call);
    Options.given(arguments, SEED).ifPresent(text -> call.seed(seed(text)));
    if (arguments.hasMatchedOption(TRACE)) {
      call.traceTo(host.streams().errWriter()::println);
    }
    return call;
  }

  /** With a seed, the times of files are the same in every run as well. */
  private static InstantSource clock(Arguments arguments) {
    return arguments.hasMatchedOption(SEED)
        ? InstantSource.fixed(Call.SEEDED_START)
        : InstantSource.system();
  }

  /** Adds {@code --env} to a command. */
  static void addEnvironmentTo(CommandSpec command) {
    command.addOption(
        Options.values(
            ENV,
            "NAME=VALUE",
            "Sets an environment variable; there are no others but a policy's. Repeatable."));
  }

  /** Gives a call what {@code --env} says. */
  static void addVariables(Arguments arguments, Call.Builder call) {
    for (String assignment : arguments.matchedOptionValue(ENV, List.<String>of())) {
      Map.Entry<String, String> variable = variable(assignment);
      call.environment(variable.getKey(), variable.getValue());
    }
  }

  /** Adds {@code --commit} to a command. */
  static void addCommitTo(CommandSpec command) {
    command.addOption(
        Options.flag(
            COMMIT,
            "Writes what the tool changed in overlay mounts to the host, if it ends with status 0"
                + " and nothing there has changed meanwhile."));
  }

  /** Returns the two sides of an assignment. */
  static Map.Entry<String, String> variable(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      throw new UsageException(
          String.format(
              "--env %s has no %s; write NAME=VALUE",
              Printable.quote(assignment), equals == 0 ? "name before \"=\"" : "\"=\""));
    }
    return Map.entry(assignment.substring(0, equals), assignment.substring(equals + 1));
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

  static Execution execution(String text) {
    return switch (text) {
      case "tiered" -> Execution.TIERED;
      case "compiled" -> Execution.COMPILED;
      case "interpreted" -> Execution.INTERPRETED;
      default ->
          throw new UsageException(
              "--execution "
                  + Printable.quote(text)
                  + " is unknown; write tiered, compiled or interpreted");
    };
  }
}
