package dev.cloche.tools.script;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns Java values into JSON and back; what JSON cannot say exactly is refused. */
final class JsonValues {

  private static final int MAX_DEPTH = 64;

  /** Above it JavaScript's numbers skip whole numbers. */
  private static final long MAX_SAFE = (1L << 53) - 1;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH + 4)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .build();

  private JsonValues() {}

  static JsonNode parse(String json) throws JsonProcessingException {
    return MAPPER.readTree(json);
  }

  static String quote(String text) {
    return NODES.textNode(text).toString();
  }

  /**
   * Returns a Java value as JSON.
   *
   * @throws IllegalArgumentException if it is no value that JSON has
   */
  static JsonNode json(@Nullable Object value) {
    return json(value, 0);
  }

  private static JsonNode json(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("is nested more than " + MAX_DEPTH + " levels deep");
    }
    if (value == null) {
      return NODES.nullNode();
    } else if (value instanceof Boolean truth) {
      return NODES.booleanNode(truth);
    } else if (value instanceof CharSequence || value instanceof Character) {
      return NODES.textNode(value.toString());
    } else if (value instanceof Number number) {
      return number(number);
    } else if (value instanceof Map<?, ?> map) {
      return object(map, depth);
    } else if (value instanceof Iterable<?> items) {
      ArrayNode list = NODES.arrayNode();
      items.forEach(item -> list.add(json(item, depth + 1)));
      return list;
    } else if (value.getClass().isArray()) {
      ArrayNode list = NODES.arrayNode();
      for (int i = 0; i < Array.getLength(value); i++) {
        list.add(json(Array.get(value, i), depth + 1));
      }
      return list;
    }
    throw new IllegalArgumentException(
        "is a "
            + value.getClass().getName()
            + "; allowed are null, Boolean, Number, text, Map, Iterable and arrays");
  }

  private static ObjectNode object(Map<?, ?> map, int depth) {
    ObjectNode object = NODES.objectNode();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new IllegalArgumentException("has a key that is no text");
      }
      object.set(key, json(entry.getValue(), depth + 1));
    }
    return object;
  }

  private static JsonNode number(Number number) {
    boolean whole =
        number instanceof Byte
            || number instanceof Short
            || number instanceof Integer
            || number instanceof Long;
    if (whole && Math.abs(number.doubleValue()) <= MAX_SAFE) {
      return NODES.numberNode(number.longValue());
    } else if ((number instanceof Double || number instanceof Float)
        && Double.isFinite(number.doubleValue())) {
      return NODES.numberNode(number.doubleValue());
    }
    throw new IllegalArgumentException(
        "is the number " + number + ", which JavaScript or JSON does not have; pass it as text");
  }

  /** Returns a JSON value as Java has it: whole numbers as Integer or Long, others as Double. */
  static @Nullable Object java(JsonNode node) {
    return java(node, false);
  }

  /** The same; if {@code exact}, whole numbers of any size stay whole. */
  private static @Nullable Object java(JsonNode node, boolean exact) {
    if (node.isObject()) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      node.properties().forEach(entry -> map.put(entry.getKey(), java(entry.getValue(), exact)));
      return map;
    } else if (node.isArray()) {
      List<@Nullable Object> list = new ArrayList<>();
      node.forEach(item -> list.add(java(item, exact)));
      return list;
    } else if (node.isTextual()) {
      return node.textValue();
    } else if (node.isBoolean()) {
      return node.booleanValue();
    } else if (node.isNumber()) {
      return node.isBigInteger() && !exact ? (Object) node.doubleValue() : node.numberValue();
    }
    return null;
  }

  /** Returns a value as the script's side has written it. */
  static @Nullable Object decode(JsonNode value) throws JsonProcessingException {
    String text = value.path("text").asText();
    return switch (value.path("type").asText()) {
      case "json" -> java(parse(text));
      case "exact" -> java(parse(text), true);
      case "bigint" -> new BigInteger(text);
      case "number" -> Double.valueOf(text);
      default -> null;
    };
  }
}
