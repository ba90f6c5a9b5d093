package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche inspect}: what a module is and asks for, without running it. */
final class InspectCommand implements Command {

  private final Host host;

  InspectCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "inspect",
            "cloche inspect [OPTION...] TOOL",
            "Shows what a tool is and asks for, and whether it would run under the given limits,"
                + " without running it.",
            "Ends with status 120 if it would be refused.");
    command.addPositional(Parser.required("TOOL", "A .wasm file, or the name of a bundled tool."));
    LimitOptions.addTo(command);
    RegistryOption.addTo(command);
    return command.addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Limits limits = LimitOptions.limits(arguments);
    Tool tool =
        RegistryOption.locator(host, arguments).find(arguments.matchedPositionalValue(0, ""));
    try (Engine engine = host.engines().open(limits, Execution.COMPILED)) {
      Inspection inspection = engine.inspect(tool, limits);
      if (arguments.hasMatchedOption(Options.JSON)) {
        InspectionJson.write(tool, inspection, host.streams().out());
      } else {
        print(tool, inspection, limits);
      }
      return inspection.refusal().isPresent() ? ExitStatus.REFUSED : ExitStatus.OK;
    }
  }

  private void print(Tool tool, Inspection inspection, Limits limits) {
    PrintWriter out = host.streams().outWriter();
    InspectionText.lines(tool, inspection, limits).forEach(out::println);
    out.flush();
    inspection
        .refusal()
        .map(why -> Complaints.line(tool.name() + ": " + why))
        .ifPresent(host.streams().errWriter()::println);
  }
}
