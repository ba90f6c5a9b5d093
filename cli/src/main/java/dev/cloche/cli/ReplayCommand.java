package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Tool;
import dev.cloche.replay.Recording;
import dev.cloche.replay.RecordingException;
import dev.cloche.replay.Replayer;
import dev.cloche.replay.Verdict;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche replay}: a recorded call again, and whether it ended the same. */
final class ReplayCommand implements Command {

  private static final String FILES = "--files";

  private final Host host;

  ReplayCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "replay",
            "cloche replay [OPTION...] RECORD [TOOL]",
            "Runs a call that run --record took down again, from its record alone, and tells"
                + " whether it ended the same.",
            "Without network, files of the host or its clock. Ends with status 0 if all is the"
                + " same, 1 if something differs, 2 if it cannot be compared.");
    command
        .addPositional(Parser.required("RECORD", "What run --record wrote."))
        .addPositional(
            Parser.rest(
                "TOOL",
                "The tool that was recorded, as for run, where it is not a bundled one; it must be"
                    + " the same module."));
    addBounds(command);
    RegistryOption.addTo(command);
    return command
        .addOption(
            Options.value(
                RunCommand.EXECUTION,
                "HOW",
                "tiered (the default), compiled or interpreted; results and fuel are the same."))
        .addOption(Options.json());
  }

  private static void addBounds(CommandSpec command) {
    command
        .addOption(
            Options.value("--fuel", "N", "Fuel that the record may ask for (5G by default)."))
        .addOption(
            Options.value(
                "--memory", "SIZE", "Memory that the record may ask for (256Mi by default)."))
        .addOption(Options.value("--output", "SIZE", "Output that the record may ask for (1Mi)."))
        .addOption(
            Options.value(
                FILES, "SIZE", "Bytes of files that the record may ask for (64Mi by default)."))
        .addOption(
            Options.value(
                LimitOptions.WALL, "DURATION", "Time that the replay may take (1m by default)."));
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Recording recording = read(arguments.matchedPositionalValue(0, ""));
    Execution how =
        Options.given(arguments, RunCommand.EXECUTION)
            .map(RunCommand::execution)
            .orElse(Execution.TIERED);
    Limits bounds = bounds(arguments);
    Tool tool = tool(arguments, recording);
    try (Engine engine = host.engines().open(bounds, how, recording.functions())) {
      Verdict verdict =
          Replayer.of(engine)
              .within(bounds)
              .within(files(arguments))
              .watchedBy(host.interruption()::watch)
              .replay(recording, tool);
      return arguments.hasMatchedOption(Options.JSON)
          ? ReplayReport.json(verdict, host.streams())
          : ReplayReport.text(recording.tool(), verdict, host.streams());
    } catch (RecordingException refused) {
      throw new UsageException(refused.getMessage());
    }
  }

  private static Recording read(String name) {
    try {
      Path file = Path.of(name);
      if (!Files.isRegularFile(file)) {
        throw wrong(name, "is no file");
      }
      return Recording.read(file);
    } catch (RecordingException e) {
      throw wrong(name, String.valueOf(e.getMessage()));
    } catch (InvalidPathException | IOException e) {
      throw wrong(name, "cannot be read");
    }
  }

  private static UsageException wrong(String name, String why) {
    return new UsageException("record " + Printable.quote(name) + ": " + why);
  }

  private static Limits bounds(Arguments arguments) {
    Limits limits = LimitOptions.limits(arguments);
    return arguments.hasMatchedOption(LimitOptions.WALL)
        ? limits
        : limits.toBuilder().wall(Replayer.DEFAULT_WALL).build();
  }

  private static WorkspaceLimits files(Arguments arguments) {
    WorkspaceLimits limits = WorkspaceLimits.defaults();
    return Options.given(arguments, FILES)
        .map(text -> LimitOptions.size(FILES, text, WorkspaceLimits.MAX_BYTES))
        .map(bytes -> new WorkspaceLimits(bytes, WorkspaceLimits.MAX_NODES, limits.depth()))
        .orElse(limits);
  }

  private Tool tool(Arguments arguments, Recording recording) {
    List<String> named = arguments.matchedPositionalValue(1, List.<String>of());
    if (named.size() > 1) {
      throw new UsageException("replay takes one record and, at most, one tool");
    }
    return named.isEmpty()
        ? bundled(recording)
        : RegistryOption.locator(host, arguments).find(named.get(0));
  }

  /** By its digest alone: a name is what a record says. */
  private Tool bundled(Recording recording) {
    String name = recording.tool();
    return host.catalogue().entries().stream()
        .filter(entry -> entry.missing().isEmpty())
        .sorted(Comparator.comparing(entry -> !entry.name().equals(name)))
        .flatMap(entry -> Stream.of(entry.tool().get()))
        .filter(tool -> tool.digest().equals(recording.moduleDigest()))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "the record is of "
                        + Printable.quote(name)
                        + ", a module that no bundled tool is (SHA-256 "
                        + Printable.line(recording.moduleDigest())
                        + "); name its file after the record"));
  }
}
