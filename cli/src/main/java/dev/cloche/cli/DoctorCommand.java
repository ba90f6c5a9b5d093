package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.HostReport;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche doctor}: what this Java and this machine can enforce, and what slows them. */
final class DoctorCommand implements Command {

  /** What it ends with where native commands cannot run. */
  private static final int UNUSABLE = 1;

  private final Host host;

  DoctorCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "doctor",
            "cloche doctor [--json]",
            "Shows what this Java and this machine can enforce, and what is missing.",
            "Runs the sandbox of native commands once. Ends with status 1 if it cannot start here;"
                + " modules run all the same.")
        .addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    HostReport report = HostReport.current();
    HostState state = HostState.of(EngineFactory.codeCache(), Instant.now());
    NativeReport commands = probe();
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(report, state, commands);
    } else {
      print(report, state, commands);
    }
    return commands.isUsable() ? ExitStatus.OK : UNUSABLE;
  }

  private static NativeReport probe() {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults())) {
      return backend.probe();
    }
  }

  private void print(HostReport report, HostState state, NativeReport commands) {
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
        "fuel, wall time, memory, output, call stack, files, requests; by the engine itself");
    line(out, "huge code", hugeCode(report));
    line(out, "cache", state.cacheText());
    line(out, "clock", state.clockText());
    line(
        out, "native", commands.isUsable() ? "commands can run here" : "commands are refused here");
    commands
        .text()
        .lines()
        .forEach(each -> out.println(Printable.line("%-10s %s".formatted("", each))));
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

  private void writeJson(HostReport report, HostState state, NativeReport commands)
      throws IOException {
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
    writeState(json, state);
    writeNative(json, commands);
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  private static void writeState(JsonGenerator json, HostState state) throws IOException {
    json.writeObjectFieldStart("cache");
    json.writeBooleanField("usable", state.cache().isPresent());
    if (state.cache().isPresent()) {
      json.writeNumberField("entries", state.cache().get().entries());
      json.writeNumberField("bytes", state.cache().get().bytes());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("clock");
    json.writeStringField("now", state.now().toString());
    json.writeBooleanField("plausible", state.clockPlausible());
    json.writeEndObject();
  }

  private static void writeNative(JsonGenerator json, NativeReport commands) throws IOException {
    json.writeObjectFieldStart("native");
    json.writeBooleanField("usable", commands.isUsable());
    json.writeArrayFieldStart("capabilities");
    for (NativeReport.Capability each : commands.capabilities()) {
      json.writeStartObject();
      json.writeStringField("id", each.id());
      json.writeStringField("state", each.state().name().toLowerCase(Locale.ROOT));
      json.writeStringField("what", each.what());
      if (!each.fix().isEmpty()) {
        json.writeStringField("fix", each.fix());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
