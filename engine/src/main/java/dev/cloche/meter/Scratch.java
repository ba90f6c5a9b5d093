package dev.cloche.meter;

import dev.cloche.module.ValueType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The globals through which a piece gives locals back to the function that it was cut out of. A
 * piece sets them last before it returns, and its caller reads them first of all, so that one set
 * serves all functions, whatever calls what.
 *
 * @param first the index of the first; the {@code i32} come first, then the other types as listed
 */
record Scratch(int first) {

  /** How many there are of each type. */
  private static final Map<ValueType, Integer> COUNTS = new EnumMap<>(ValueType.class);

  private static final List<ValueType> ORDER =
      List.of(ValueType.I32, ValueType.I64, ValueType.F32, ValueType.F64);

  static {
    COUNTS.put(ValueType.I32, 12);
    COUNTS.put(ValueType.I64, 8);
    COUNTS.put(ValueType.F32, 4);
    COUNTS.put(ValueType.F64, 4);
  }

  /** The types of all, in the order of their indexes. */
  static List<ValueType> types() {
    return ORDER.stream().flatMap(type -> Collections.nCopies(count(type), type).stream()).toList();
  }

  /** How many there are of a type; none of reference types. */
  static int count(ValueType type) {
    return COUNTS.getOrDefault(type, 0);
  }

  /** The index of the {@code nth} of a type. */
  int of(ValueType type, int nth) {
    int index = first;
    for (ValueType before : ORDER) {
      if (before == type) {
        return index + nth;
      }
      index += count(before);
    }
    throw new IllegalArgumentException("no scratch global holds " + type);
  }
}
