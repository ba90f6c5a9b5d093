package dev.cloche.structured;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cloche.InputException;
import dev.cloche.module.GuestText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A JSON value that was read strictly: UTF-8, one value, no key twice, nesting and numbers bounded,
 * all texts well-formed. Knows how large it is.
 */
public final class JsonText {

  /** As deep as any input needs; each level is a level of Java's stack in what checks it. */
  private static final int MAX_DEPTH = 64;

  private static final int MAX_NUMBER = 40;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER)
                          .maxNameLength(1_000)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final JsonNode node;
  private final long characters;
  private long nodes;

  private JsonText(JsonNode node, long characters) {
    this.node = node;
    this.characters = characters;
    check(node, "");
  }

  /**
   * Reads a value.
   *
   * @throws InputException if it is none, or beyond a bound
   */
  public static JsonText parse(byte[] utf8, int maxBytes) {
    if (utf8.length > maxBytes) {
      throw new InputException(
          "", utf8.length + " bytes", "at most " + maxBytes + " bytes of JSON");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
      JsonNode node = MAPPER.readTree(text);
      if (node == null || node.isMissingNode()) {
        throw new InputException("", "nothing", "one JSON value");
      }
      return new JsonText(node, text.length());
    } catch (CharacterCodingException e) {
      throw new InputException("", "bytes that are not UTF-8", "JSON in UTF-8");
    } catch (JsonProcessingException e) {
      String why = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("no JSON");
      throw new InputException(
          "", "what cannot be read: " + GuestText.escape(why), "one JSON value");
    }
  }

  /** What a text has that no UTF-8 can say, and numbers that arithmetic cannot take. */
  private void check(JsonNode at, String pointer) {
    nodes++;
    if (at.isObject()) {
      for (var entry : at.properties()) {
        String below = pointer + "/" + pointerToken(entry.getKey());
        requireWellFormed(entry.getKey(), below);
        check(entry.getValue(), below);
      }
    } else if (at.isArray()) {
      for (int i = 0; i < at.size(); i++) {
        check(at.get(i), pointer + "/" + i);
      }
    } else if (at.isTextual()) {
      requireWellFormed(at.textValue(), pointer);
    } else if (at.isFloatingPointNumber() && !Double.isFinite(at.doubleValue())) {
      throw new InputException(pointer, "a number above 1.7e308", "a smaller one");
    }
  }

  private static void requireWellFormed(String text, String pointer) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new InputException(pointer, "half of a surrogate pair", "text that UTF-8 can say");
      }
    }
  }

  /** Returns a name as it stands in a pointer (RFC 6901), fit for a message. */
  static String pointerToken(String name) {
    return GuestText.escape(name.replace("~", "~0").replace("/", "~1"));
  }

  /** Returns the value. */
  JsonNode node() {
    return node;
  }

  /** Returns how many values it consists of. */
  long nodes() {
    return nodes;
  }

  /** Returns how long its text is. */
  long characters() {
    return characters;
  }

  /** Returns it as compact JSON. */
  public String compact() {
    return compact(node);
  }

  /** Returns a value as compact JSON. */
  static String compact(JsonNode value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new AssertionError("what was read can be written", e);
    }
  }

  /** Reads a schema, which has been checked. */
  static JsonNode schema(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the schema is no JSON", e);
    }
  }
}
