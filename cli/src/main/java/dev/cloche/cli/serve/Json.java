package dev.cloche.cli.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Reads and writes JSON for the whole package. Reading is strict: a key that comes twice would mean
 * one thing here and another to whoever looked at the message before.
 */
final class Json {

  /** Far more than any tool's input nests. */
  private static final int MAX_DEPTH = 100;

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(Frame.MAX_BYTES)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** The same, as the SDK takes it. */
  static final McpJsonMapper SDK = new JacksonMcpJsonMapper(MAPPER);

  private Json() {}

  /** Returns the value of a text, which may be of any type. */
  static Object value(byte[] json) throws JsonProcessingException {
    try {
      return MAPPER.readValue(json, Object.class);
    } catch (JsonProcessingException malformed) {
      throw malformed;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Returns the object that a text of ours is. */
  static Map<String, Object> object(String json) {
    try {
      return MAPPER.readValue(json, OBJECT);
    } catch (JsonProcessingException notOurs) {
      throw new UncheckedIOException(notOurs);
    }
  }

  /** Returns the value of a text that a guest wrote and that was found to be JSON. */
  static Object any(String json) {
    try {
      return MAPPER.readValue(json, Object.class);
    } catch (JsonProcessingException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }

  /** Returns a value as compact JSON in UTF-8, on one line. */
  static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException notOurs) {
      throw new UncheckedIOException(notOurs);
    }
  }
}
