package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.HostReport;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code cloche doctor}: what this Java and this machine can enforce, and what slows them. */
final class DoctorCommand implements Command {

  private final Host host;

  DoctorCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "doctor",
            "cloche doctor [--json]",
            "Shows what this Java and this machine can enforce, and what is missing.")
        .addOption(Options.json());
  }

  @Override
  public int run(ParseResult arguments) throws IOException {
    HostReport report = HostReport.current();
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(report);
    } else {
      print(report);
    }
    return ExitStatus.OK;
  }

  private void print(HostReport report) {
    PrintWriter out = host.streams().outWriter();
    line(out, "java", report.java() + ", " + report.vm());
    line(out, "processors", String.valueOf(report.processors()));
    line(out, "heap", mebibytes(report.heapBytes()));
    line(
        out,
        "calls",
        "memory limits of up to " + mebibytes(report.callMemoryBytes()) + " together");
    line(
        out,
        "enforced",
        "fuel, wall time, memory, output, call stack, files; by the engine itself");
    line(out, "missing", "network rules, native commands: not in this version");
    line(out, "huge code", hugeCode(report));
    out.flush();
  }

  private static String hugeCode(HostReport report) {
    return report
        .hugeMethodsCompiled()
        .map(
            compiled ->
                compiled
                    ? "methods above 8000 bytes are compiled"
                    : "methods above 8000 bytes are interpreted, so scripts run some ten times"
                        + " slower; give the JVM -XX:-DontCompileHugeMethods")
        .orElse("unknown: this JVM cannot be asked whether it compiles methods above 8000 bytes");
  }

  private static void line(PrintWriter out, String label, String value) {
    out.println(String.format("%-10s %s", label, value));
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + "Mi";
  }

  private void writeJson(HostReport report) throws IOException {
    JsonGenerator json = OutcomeJson.generator(host.streams().out());
    json.writeStartObject();
    json.writeStringField("java", report.java());
    json.writeStringField("vm", report.vm());
    json.writeNumberField("processors", report.processors());
    json.writeNumberField("heapBytes", report.heapBytes());
    json.writeNumberField("callMemoryBytes", report.callMemoryBytes());
    if (report.hugeMethodsCompiled().isPresent()) {
      json.writeBooleanField("hugeMethodsCompiled", report.hugeMethodsCompiled().get());
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }
}
