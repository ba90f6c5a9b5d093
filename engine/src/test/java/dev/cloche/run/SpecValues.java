package dev.cloche.run;

import com.dylibso.chicory.wasm.types.Value;
import com.fasterxml.jackson.databind.JsonNode;

/** Values as {@code wast2json} writes them. */
final class SpecValues {

  private static final int F32_QUIET = 0x7FC0_0000;
  private static final long F64_QUIET = 0x7FF8_0000_0000_0000L;

  private SpecValues() {}

  /** The bits of an argument, as Chicory takes them. */
  static long bits(JsonNode value) {
    String text = value.path("value").asText();
    return switch (value.path("type").asText()) {
      case "i32", "f32" -> Integer.parseUnsignedInt(text);
      case "i64", "f64" -> Long.parseUnsignedLong(text);
      case "externref", "funcref" ->
          text.equals("null") ? Value.REF_NULL_VALUE : Long.parseLong(text);
      default -> throw new AssertionError("type of " + value);
    };
  }

  /** A result bit by bit; but a NaN of which the specification leaves bits open is as expected. */
  static String text(JsonNode expected, long bits) {
    String type = expected.path("type").asText();
    String value = expected.path("value").asText();
    if (value.startsWith("nan:") && isAsExpected(expected, bits)) {
      return type + ":" + value;
    }
    return type.endsWith("32")
        ? "%s:%08x".formatted(type, (int) bits)
        : "%s:%016x".formatted(type, bits);
  }

  static boolean isAsExpected(JsonNode expected, long actual) {
    String type = expected.path("type").asText();
    if (!expected.has("value")) {
      return actual != Value.REF_NULL_VALUE;
    }
    String text = expected.path("value").asText();
    return switch (text) {
      case "nan:canonical" -> isCanonical(type, actual);
      case "nan:arithmetic" -> isQuiet(type, actual);
      default ->
          type.endsWith("32") ? (int) bits(expected) == (int) actual : bits(expected) == actual;
    };
  }

  private static boolean isCanonical(String type, long bits) {
    return type.equals("f32")
        ? ((int) bits & Integer.MAX_VALUE) == F32_QUIET
        : (bits & Long.MAX_VALUE) == F64_QUIET;
  }

  private static boolean isQuiet(String type, long bits) {
    return type.equals("f32")
        ? ((int) bits & F32_QUIET) == F32_QUIET
        : (bits & F64_QUIET) == F64_QUIET;
  }
}
