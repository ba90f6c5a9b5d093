package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Tool;
import dev.cloche.ToolCheck;
import dev.cloche.ToolFinding;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche check}: all that is wrong with a tool, and how to mend it. */
final class CheckCommand implements Command {

  /** Errors were found; 120 is for what is no tool at all. */
  private static final int FOUND = 1;

  private final Host host;

  CheckCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "check",
            "cloche check [OPTION...] TOOL",
            "Says all that is wrong with a tool, and how to mend it, without running it.",
            "Ends with status 0 if there is no error (warnings and notes there may be), 1 if there"
                + " is one, 120 if the file is no module and no script.");
    command.addPositional(Parser.required("TOOL", "As cloche run takes it."));
    RegistryOption.addTo(command);
    LimitOptions.addTo(command);
    return command.addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Limits limits = LimitOptions.limits(arguments);
    Tool tool =
        RegistryOption.locator(host, arguments).find(arguments.matchedPositionalValue(0, ""));
    Optional<String> stranger = ToolCheck.notAModule(tool);
    if (stranger.isPresent()) {
      throw new UsageException(tool.name() + ": " + stranger.get());
    }
    List<ToolFinding> found = ToolCheck.of(tool, limits, code(tool, limits));
    if (arguments.hasMatchedOption(Options.JSON)) {
      json(tool, found);
    } else {
      print(tool, found);
    }
    boolean bad = found.stream().anyMatch(one -> one.kind() == ToolFinding.Kind.ERROR);
    return bad ? FOUND : ExitStatus.OK;
  }

  private Optional<Inspection.JavaCode> code(Tool tool, Limits limits) {
    if (tool.isScript()) {
      return Optional.empty();
    }
    try (Engine engine = host.engines().open(limits, Execution.COMPILED)) {
      return engine.inspect(tool, limits).javaCode();
    }
  }

  private void print(Tool tool, List<ToolFinding> found) {
    PrintWriter out = host.streams().outWriter();
    for (ToolFinding one : found) {
      out.println(one.kind().id() + " " + one.rule() + ": " + Printable.line(one.what()));
      out.println("  fix: " + Printable.line(one.fix()));
    }
    if (found.isEmpty()) {
      out.println(Printable.line(tool.name()) + ": nothing to mend");
    }
    out.flush();
  }

  private void json(Tool tool, List<ToolFinding> found) throws IOException {
    JsonGenerator json = OutcomeJson.generator(host.streams().out());
    json.writeStartObject();
    json.writeStringField("tool", tool.name());
    json.writeStringField("sha256", tool.digest());
    json.writeArrayFieldStart("findings");
    for (ToolFinding one : found) {
      json.writeStartObject();
      json.writeStringField("kind", one.kind().id());
      json.writeStringField("rule", one.rule());
      json.writeStringField("what", one.what());
      json.writeStringField("fix", one.fix());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }
}
