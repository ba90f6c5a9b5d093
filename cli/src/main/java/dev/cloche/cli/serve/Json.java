package dev.cloche.cli.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /**
   * Returns the value of a text, which may be of any type.
   *
   * @throws CharacterCodingException if it is not UTF-8, which RFC 8259 (8.1) asks for: the library
   *     would look for other encodings
   */
  static Object value(byte[] json) throws JsonProcessingException, CharacterCodingException {
    return MAPPER.readValue(
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString(), Object.class);
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

  /**
   * Returns parameters as the SDK's type.
   *
   * @throws McpError if they are none; what Jackson says of it names classes
   */
  static <T> T convert(Object data, TypeRef<T> type) {
    try {
      return SDK.convertValue(data, type);
    } catch (IllegalArgumentException wrong) {
      throw CallRequest.invalid("the parameters are not those of this method");
    }
  }

  /**
   * Returns the parameters of {@code initialize}.
   *
   * @throws IllegalArgumentException if they are none
   */
  static McpSchema.InitializeRequest initialize(@Nullable Object params) {
    McpSchema.InitializeRequest request =
        params == null ? null : SDK.convertValue(params, McpSchema.InitializeRequest.class);
    if (request == null || request.protocolVersion() == null) {
      throw new IllegalArgumentException("no parameters");
    }
    return request;
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
