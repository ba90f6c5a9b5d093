package dev.cloche;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.egress.EgressUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes an outcome as one JSON object on one line: what {@code cloche run --json} prints, and what
 * adapters of other frameworks answer. What every outcome has is always there; what belongs to one
 * kind of ending ({@code exit}, {@code limit}, {@code denied}, {@code trap}) is left out of the
 * others. Output that is not UTF-8 stands as {@code stdoutBase64} and {@code stderrBase64}.
 */
public final class OutcomeWriter {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator json;

  private OutcomeWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Returns an outcome as JSON, without a line end. */
  public static String json(Outcome outcome) {
    return json(outcome, StructuredResult.NONE);
  }

  /**
   * Returns an outcome as JSON, without a line end.
   *
   * @param result what the output says, where the tool describes it: {@code result} or {@code
   *     resultProblems}
   */
  public static String json(Outcome outcome, StructuredResult result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(outcome, Optional.empty(), result, bytes);
    } catch (IOException e) {
      throw new AssertionError("memory takes what is written", e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns an outcome as JSON without what the tool wrote: how it ended, and what it used. */
  public static String summary(Outcome outcome) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      OutcomeWriter writer = new OutcomeWriter(json);
      writer.begin(outcome);
      writer.end(outcome, Optional.empty());
    } catch (IOException e) {
      throw new AssertionError("memory takes what is written", e);
    }
    return text.toString();
  }

  /**
   * Writes an outcome as JSON in UTF-8, without a line end, and leaves the stream open.
   *
   * @param network what its session used of the network; empty if there was none
   * @param result what the output says, where it was asked for
   * @throws IOException if the stream fails
   */
  public static void write(
      Outcome outcome, Optional<EgressUsage> network, StructuredResult result, OutputStream stream)
      throws IOException {
    JsonGenerator json =
        FACTORY.createGenerator(stream).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    new OutcomeWriter(json).outcome(outcome, network, result);
    json.flush();
  }

  private void outcome(Outcome outcome, Optional<EgressUsage> network, StructuredResult result)
      throws IOException {
    begin(outcome);
    captured("stdout", outcome.stdout());
    captured("stderr", outcome.stderr());
    result(result);
    end(outcome, network);
  }

  private void begin(Outcome outcome) throws IOException {
    json.writeStartObject();
    json.writeStringField("outcome", outcome.id());
    if (outcome instanceof Outcome.Completed completed) {
      // As a process of the operating system tells it.
      json.writeNumberField("exit", completed.exitStatus() & 0xff);
    }
  }

  private void end(Outcome outcome, Optional<EgressUsage> network) throws IOException {
    usage(outcome.usage(), network);
    if (outcome instanceof Outcome.LimitExceeded exceeded) {
      limit(exceeded);
    } else if (outcome instanceof Outcome.Denied denied) {
      denied(denied);
    } else if (outcome instanceof Outcome.Trapped trapped) {
      trap(trapped);
    }
    json.writeStringField("message", outcome.message());
    json.writeEndObject();
  }

  private void result(StructuredResult result) throws IOException {
    if (result.json().isPresent()) {
      json.writeFieldName("result");
      json.writeRawValue(result.json().get());
    }
    if (!result.problems().isEmpty()) {
      json.writeArrayFieldStart("resultProblems");
      for (ValueProblem problem : result.problems()) {
        json.writeString(problem.toString());
      }
      json.writeEndArray();
    }
  }

  private void captured(String name, Captured captured) throws IOException {
    Optional<String> text = captured.utf8();
    if (text.isPresent()) {
      json.writeStringField(name, text.get());
    } else {
      json.writeBinaryField(name + "Base64", captured.bytes());
    }
  }

  private void usage(Usage usage, Optional<EgressUsage> network) throws IOException {
    json.writeObjectFieldStart("usage");
    json.writeNumberField("fuel", usage.fuel());
    json.writeNumberField("wallMillis", usage.wall().toMillis());
    json.writeNumberField("memoryBytes", usage.memoryBytes());
    json.writeNumberField("growthsRefused", usage.growthsRefused());
    json.writeNumberField("stdoutBytes", usage.stdoutBytes());
    json.writeNumberField("stderrBytes", usage.stderrBytes());
    json.writeNumberField("hostCalls", usage.hostCalls());
    if (usage.command().isPresent()) {
      command(usage.command().get());
    }
    if (network.isPresent()) {
      json.writeNumberField("requests", network.get().requests());
      json.writeNumberField("sentBytes", network.get().sentBytes());
      json.writeNumberField("receivedBytes", network.get().receivedBytes());
    }
    json.writeEndObject();
  }

  private void command(CommandUsage usage) throws IOException {
    json.writeNumberField("cpuMillis", usage.cpu().toMillis());
    json.writeNumberField("processes", usage.processes());
    json.writeBooleanField("degraded", usage.degraded());
    json.writeArrayFieldStart("leftOut");
    for (CommandUsage.LeftOut one : usage.leftOut()) {
      json.writeStartObject();
      json.writeStringField("path", one.path());
      json.writeStringField("why", one.why());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void limit(Outcome.LimitExceeded exceeded) throws IOException {
    json.writeObjectFieldStart("limit");
    json.writeStringField("which", exceeded.which().id());
    json.writeNumberField("limit", exceeded.limit());
    json.writeNumberField("used", exceeded.used());
    json.writeEndObject();
  }

  private void denied(Outcome.Denied denied) throws IOException {
    json.writeObjectFieldStart("denied");
    json.writeStringField("rule", denied.rule());
    json.writeStringField("what", denied.what());
    json.writeEndObject();
  }

  private void trap(Outcome.Trapped trapped) throws IOException {
    json.writeObjectFieldStart("trap");
    json.writeStringField("kind", id(trapped.kind()));
    json.writeStringField("detail", trapped.detail());
    json.writeArrayFieldStart("backtrace");
    for (GuestFrame frame : trapped.backtrace()) {
      json.writeStartObject();
      json.writeNumberField("function", frame.function());
      json.writeStringField("name", frame.name());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static String id(TrapKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
