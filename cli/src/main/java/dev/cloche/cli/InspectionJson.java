package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.cloche.Inspection;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes an inspection as one JSON object on one line. */
final class InspectionJson {

  private final JsonGenerator json;

  private InspectionJson(JsonGenerator json) {
    this.json = json;
  }

  /**
   * Writes an inspection and a line end.
   *
   * @throws IOException if the stream fails
   */
  static void write(Tool tool, Inspection inspection, OutputStream stream) throws IOException {
    JsonGenerator json = OutcomeJson.generator(stream);
    new InspectionJson(json).inspection(tool, inspection);
    json.writeRaw('\n');
    json.flush();
  }

  private void inspection(Tool tool, Inspection inspection) throws IOException {
    json.writeStartObject();
    json.writeStringField("tool", tool.name());
    json.writeNumberField("bytes", inspection.bytes());
    json.writeStringField("sha256", tool.digest());
    json.writeNumberField("types", inspection.types());
    json.writeNumberField("functions", inspection.functions());
    json.writeNumberField("largestFunctionBytes", inspection.largestBodyBytes());
    memory(inspection);
    strings("features", inspection.features());
    strings("imports", inspection.imports());
    strings("exports", inspection.exports());
    if (!inspection.pluginFunctions().isEmpty()) {
      strings("pluginFunctions", inspection.pluginFunctions());
    }
    if (inspection.manifest().isPresent()) {
      manifest(inspection.manifest().get());
    }
    if (inspection.javaCode().isPresent()) {
      javaCode(inspection.javaCode().get());
    }
    json.writeBooleanField("runs", inspection.refusal().isEmpty());
    if (inspection.refusal().isPresent()) {
      json.writeStringField("refusal", inspection.refusal().get());
    }
    json.writeEndObject();
  }

  private void javaCode(Inspection.JavaCode code) throws IOException {
    json.writeObjectFieldStart("javaCode");
    json.writeArrayFieldStart("hugeMethods");
    for (Inspection.Method method : code.huge()) {
      json.writeStartObject();
      json.writeNumberField("function", method.function());
      json.writeNumberField("bytes", method.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("interpretedFunctions");
    for (int function : code.interpreted()) {
      json.writeNumber(function);
    }
    json.writeEndArray();
    if (code.hugeCompiled().isPresent()) {
      json.writeBooleanField("hugeMethodsCompiled", code.hugeCompiled().get());
    }
    json.writeEndObject();
  }

  private void memory(Inspection inspection) throws IOException {
    json.writeObjectFieldStart("memory");
    json.writeNumberField("minBytes", inspection.memoryMinBytes());
    if (inspection.memoryMaxBytes().isPresent()) {
      json.writeNumberField("maxBytes", inspection.memoryMaxBytes().get());
    }
    json.writeEndObject();
  }

  private void strings(String name, List<String> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  /** As JSON where it is JSON: the text is the module's, and must not break the document. */
  private void manifest(String text) throws IOException {
    if (!isOneValue(text)) {
      json.writeStringField("manifestText", text);
      return;
    }
    json.writeFieldName("manifest");
    try (JsonParser parser = OutcomeJson.parser(text)) {
      parser.nextToken();
      json.copyCurrentStructure(parser);
    }
  }

  private static boolean isOneValue(String text) {
    try (JsonParser parser = OutcomeJson.parser(text)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException notJson) {
      return false;
    }
  }
}
