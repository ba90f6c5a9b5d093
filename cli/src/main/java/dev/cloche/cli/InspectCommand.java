package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cloche inspect}: what a module is and asks for, without running it. */
@Command(
    name = "inspect",
    description =
        "Shows what a tool is and asks for, and whether it would run under the given limits,"
            + " without running it. Ends with status 120 if it would be refused.",
    customSynopsis = "cloche inspect [OPTION...] TOOL")
final class InspectCommand implements Callable<Integer> {

  private final Host host;

  @Mixin private LimitOptions limitOptions = new LimitOptions();

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  @Parameters(
      index = "0",
      paramLabel = "TOOL",
      description = "A .wasm file, or the name of a bundled tool.")
  private String name = "";

  InspectCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() throws IOException {
    Limits limits = limitOptions.limits();
    Tool tool = new ToolLocator(host.catalogue()).find(name);
    try (Engine engine = host.engines().open(limits, Execution.COMPILED)) {
      Inspection inspection = engine.inspect(tool, limits);
      if (json) {
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
