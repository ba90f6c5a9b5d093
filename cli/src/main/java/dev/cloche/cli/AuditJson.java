package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.Verification;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An audit log as JSON Lines: its records, each with what verifying it came to, then the end. */
final class AuditJson implements AuditOutput {

  private final OutputStream stream;
  private final JsonGenerator json;

  AuditJson(OutputStream stream) throws IOException {
    this.stream = stream;
    this.json = OutcomeJson.generator(stream).setHighestNonEscapedChar(0x7f);
    // Each record is a root value of its own, on a line of its own.
    json.setRootValueSeparator(new SerializedString(""));
  }

  @Override
  public void record(AuditRecord item, boolean verified) {
    try {
      json.writeStartObject();
      json.writeBooleanField("verified", verified);
      json.writeNumberField("seq", item.seq());
      json.writeStringField("time", item.time());
      json.writeStringField("type", item.type());
      json.writeStringField("session", item.session());
      json.writeStringField("call", item.call());
      for (Map.Entry<String, Object> field : item.fields().entrySet()) {
        json.writeFieldName(field.getKey());
        value(field.getValue());
      }
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("standard output cannot be written", e);
    }
  }

  private void value(@Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        json.writeFieldName(String.valueOf(member.getKey()));
        value(member.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(element);
      }
      json.writeEndArray();
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else {
      json.writeString(String.valueOf(value));
    }
  }

  @Override
  public void end(Verification result, List<Path> files) {
    try {
      json.flush();
      verification(result, files, stream);
    } catch (IOException e) {
      throw new UncheckedIOException("standard output cannot be written", e);
    }
  }

  /** Writes what verifying came to as one object on a line. */
  static void verification(Verification result, List<Path> files, OutputStream stream)
      throws IOException {
    JsonGenerator json = OutcomeJson.generator(stream);
    json.writeStartObject();
    json.writeBooleanField("intact", result.intact());
    json.writeNumberField("records", result.records());
    json.writeStringField("lastDigest", result.lastDigest());
    json.writeStringField("keyId", result.keyId());
    json.writeBooleanField("closed", result.closed());
    if (result.broken().isPresent()) {
      Verification.Broken broken = result.broken().get();
      json.writeObjectFieldStart("broken");
      json.writeNumberField("record", broken.record());
      json.writeStringField("file", AuditText.name(files, broken.file()));
      json.writeNumberField("line", broken.line());
      json.writeStringField("kind", broken.kind().id());
      json.writeStringField("message", broken.message());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }
}
