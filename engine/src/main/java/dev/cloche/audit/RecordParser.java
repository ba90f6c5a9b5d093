package dev.cloche.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a line strictly: one JSON object, no member twice, nothing behind it, nothing deep. */
final class RecordParser {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(8)
                  .maxStringLength(AuditRecord.MAX_LINE_BYTES)
                  .build())
          .build();

  private RecordParser() {}

  /**
   * Returns the record of a line, whatever its digest says.
   *
   * @param line without its line feed
   * @throws IOException if it is none
   */
  static AuditRecord parse(byte[] line) throws IOException {
    for (byte b : line) {
      if (b < ' ' || b > '~') {
        throw new IOException("a record holds printable ASCII alone");
      }
    }
    try (JsonParser json = FACTORY.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("a record is a JSON object");
      }
      Map<String, Object> members = object(json);
      if (json.nextToken() != null) {
        throw new IOException("a record is alone on its line");
      }
      return record(members);
    }
  }

  private static AuditRecord record(Map<String, Object> members) throws IOException {
    if (!(members.remove("seq") instanceof Long seq)) {
      throw new IOException("a record has a number, \"seq\"");
    }
    return new AuditRecord(
        seq,
        required(members, "time"),
        required(members, "type"),
        optional(members, "session"),
        optional(members, "call"),
        without(members, "prev", "digest"),
        required(members, "prev"),
        required(members, "digest"));
  }

  private static Map<String, Object> without(Map<String, Object> members, String... names) {
    Map<String, Object> rest = new LinkedHashMap<>(members);
    for (String name : names) {
      rest.remove(name);
    }
    return rest;
  }

  private static String required(Map<String, Object> members, String name) throws IOException {
    if (members.remove(name) instanceof String text) {
      return text;
    }
    throw new IOException("a record has a text, \"" + name + "\"");
  }

  private static String optional(Map<String, Object> members, String name) throws IOException {
    return members.containsKey(name) ? required(members, name) : "";
  }

  private static Map<String, Object> object(JsonParser json) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      members.put(name, value(json));
    }
    return members;
  }

  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      default ->
          throw new IOException("a record holds texts, whole numbers, true, false, and no null");
    };
  }

  private static List<Object> array(JsonParser json) throws IOException {
    List<Object> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(json));
    }
    return elements;
  }
}
