package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.Outcome;
import dev.cloche.OutcomeWriter;
import dev.cloche.replay.Difference;
import dev.cloche.replay.Verdict;
import java.io.IOException;
import java.io.PrintWriter;

/** Tells what came of a replay. */
final class ReplayReport {

  private ReplayReport() {}

  /** Prints the call as run does, and the verdict behind it; returns the exit status. */
  static int text(String tool, Verdict verdict, Streams streams) throws IOException {
    Outcome outcome = verdict.replayed();
    streams.out().write(outcome.stdout().bytes());
    streams.out().flush();
    byte[] err = outcome.stderr().bytes();
    streams.err().write(err);
    streams.err().flush();
    PrintWriter lines = streams.errWriter();
    if (err.length > 0 && err[err.length - 1] != '\n') {
      lines.println();
    }
    OutcomeText.lines(tool, outcome).forEach(lines::println);
    lines.println(Complaints.line("replay: " + verdict.message()));
    return status(verdict);
  }

  /** Prints one JSON object; returns the exit status. */
  static int json(Verdict verdict, Streams streams) throws IOException {
    JsonGenerator json = OutcomeJson.generator(streams.out());
    json.writeStartObject();
    json.writeStringField("verdict", verdict.kind().id());
    if (verdict.difference().isPresent()) {
      write(json, verdict.difference().get());
    }
    json.writeArrayFieldStart("notes");
    for (String note : verdict.notes()) {
      json.writeString(note);
    }
    json.writeEndArray();
    json.writeFieldName("recorded");
    json.writeRawValue(OutcomeWriter.summary(verdict.recorded()));
    json.writeFieldName("replayed");
    json.writeRawValue(OutcomeWriter.json(verdict.replayed()));
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
    return status(verdict);
  }

  private static void write(JsonGenerator json, Difference difference) throws IOException {
    json.writeObjectFieldStart("difference");
    json.writeStringField("what", difference.what());
    json.writeStringField("recorded", difference.recorded());
    json.writeStringField("replayed", difference.replayed());
    if (difference.offset() != Difference.NOWHERE) {
      json.writeNumberField("offset", difference.offset());
    }
    json.writeEndObject();
  }

  private static int status(Verdict verdict) {
    return switch (verdict.kind()) {
      case SAME -> ExitStatus.OK;
      case DIFFERENT -> ExitStatus.DIFFERENT;
      case INCOMPARABLE -> ExitStatus.INCOMPARABLE;
    };
  }
}
