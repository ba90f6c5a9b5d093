package dev.cloche.run;

import com.dylibso.chicory.wasm.types.ValType;
import java.util.Locale;

/** Values as text, bit by bit, but that all NaNs are one: the bits of most are not determined. */
final class Bits {

  private Bits() {}

  /** The type's name in the text format. */
  static String name(ValType type) {
    return type.toString().toLowerCase(Locale.ROOT);
  }

  /** The type of a name. */
  static ValType type(String name) {
    return switch (name) {
      case "i32" -> ValType.I32;
      case "i64" -> ValType.I64;
      case "f32" -> ValType.F32;
      case "f64" -> ValType.F64;
      default -> throw new AssertionError(name);
    };
  }

  static String text(ValType type, long bits) {
    return text(name(type), bits);
  }

  /**
   * Returns hexadecimal digits, or {@code nan}.
   *
   * @param type {@code i32}, {@code i64}, {@code f32} or {@code f64}
   */
  static String text(String type, long bits) {
    boolean nan =
        switch (type) {
          case "f32" -> Float.isNaN(Float.intBitsToFloat((int) bits));
          case "f64" -> Double.isNaN(Double.longBitsToDouble(bits));
          case "i32", "i64" -> false;
          default -> throw new AssertionError(type);
        };
    if (nan) {
      return "nan";
    }
    return type.endsWith("32") ? "%08x".formatted((int) bits) : "%016x".formatted(bits);
  }
}
