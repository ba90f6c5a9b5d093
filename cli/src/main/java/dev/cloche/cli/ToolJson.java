package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.InputMapping;
import dev.cloche.JsonSchema;
import dev.cloche.ScriptForm;
import dev.cloche.ToolExample;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes what a tool says about itself, with the keys of its manifest. */
final class ToolJson {

  private final JsonGenerator json;

  ToolJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes one tool, and whether and how it can be had. */
  void write(Catalogue.Entry entry) throws IOException {
    ToolManifest tool = entry.manifest();
    json.writeStartObject();
    json.writeStringField("name", tool.name());
    json.writeStringField("title", tool.title());
    json.writeStringField("description", tool.description());
    json.writeStringField("version", tool.version());
    json.writeStringField("license", tool.license());
    json.writeStringField("source", tool.source());
    json.writeStringField("abi", tool.abi());
    json.writeStringField("metering", tool.metering().id());
    texts("usage", tool.usage());
    schema("input", tool.structured().input());
    schema("output", tool.structured().output());
    if (tool.structured().mapping().isPresent()) {
      mapping(tool.structured().mapping().get());
    }
    examples(tool.examples());
    if (tool.script().isPresent()) {
      script(tool.script().get());
    }
    json.writeBooleanField("built", entry.missing().isEmpty());
    if (entry.missing().isPresent()) {
      json.writeStringField("howToBuild", entry.missing().get());
    }
    json.writeEndObject();
  }

  private void texts(String key, List<String> texts) throws IOException {
    json.writeFieldName(key);
    json.writeArray(texts.toArray(String[]::new), 0, texts.size());
  }

  private void schema(String key, Optional<JsonSchema> schema) throws IOException {
    if (schema.isPresent()) {
      json.writeFieldName(key);
      json.writeRawValue(schema.get().json());
    }
  }

  private void mapping(InputMapping mapping) throws IOException {
    json.writeObjectFieldStart("call");
    json.writeArrayFieldStart("arguments");
    for (InputMapping.Item item : mapping.arguments()) {
      item(item);
    }
    json.writeEndArray();
    if (mapping.stdin().isPresent()) {
      json.writeObjectFieldStart("stdin");
      json.writeStringField("property", mapping.stdin().get());
      json.writeEndObject();
    }
    json.writeArrayFieldStart("files");
    for (InputMapping.File file : mapping.files()) {
      json.writeStartObject();
      json.writeStringField("path", file.path());
      json.writeStringField("property", file.property());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void item(InputMapping.Item item) throws IOException {
    if (item instanceof InputMapping.Literal literal) {
      json.writeString(literal.text());
      return;
    }
    json.writeStartObject();
    if (item instanceof InputMapping.Value value) {
      json.writeStringField("property", value.property());
      verbatim(value.verbatim());
    } else if (item instanceof InputMapping.OptionValue value) {
      json.writeStringField("property", value.property());
      json.writeStringField("option", value.option());
      verbatim(value.verbatim());
    } else if (item instanceof InputMapping.Flag flag) {
      json.writeStringField("property", flag.property());
      json.writeStringField("flag", flag.flag());
    }
    json.writeEndObject();
  }

  private void verbatim(boolean verbatim) throws IOException {
    if (verbatim) {
      json.writeBooleanField("verbatim", true);
    }
  }

  private void examples(List<ToolExample> examples) throws IOException {
    json.writeArrayFieldStart("examples");
    for (ToolExample example : examples) {
      json.writeStartObject();
      json.writeStringField("title", example.title());
      if (example.input().isPresent()) {
        json.writeFieldName("input");
        json.writeRawValue(example.input().get());
      } else {
        texts("arguments", example.arguments());
      }
      json.writeStringField("stdin", example.stdin());
      json.writeObjectFieldStart("files");
      for (Map.Entry<String, String> file : example.files().entrySet()) {
        json.writeStringField(file.getKey(), file.getValue());
      }
      json.writeEndObject();
      json.writeStringField("stdout", example.stdout());
      json.writeNumberField("exit", example.exit());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void script(ScriptForm form) throws IOException {
    json.writeObjectFieldStart("script");
    texts("extensions", form.extensions());
    json.writeArrayFieldStart("arguments");
    for (String argument : form.before()) {
      json.writeString(argument);
    }
    json.writeStartObject();
    json.writeStringField("property", "source");
    json.writeEndObject();
    for (String argument : form.after()) {
      json.writeString(argument);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
