package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Map;

/** A count of things, such as {@code 500M}: digits and an optional decimal multiple. */
public final class Count {

  private static final long KILO = 1_000;
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "k", KILO, "M", KILO * KILO, "G", KILO * KILO * KILO);

  private Count() {}

  /**
   * Reads a count; one too large for {@code long} reads as {@link Long#MAX_VALUE}.
   *
   * @throws IllegalArgumentException if the text is no count; the message says what would be
   */
  public static long parse(String text) {
    return Digits.read(text, UNITS)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    GuestText.quote(text)
                        + " is not a count; write digits and an optional k, M or G, such as"
                        + " 500M"));
  }

  /** Returns the shortest text that {@link #parse} reads as {@code count}. */
  public static String format(long count) {
    return Digits.write(count, UNITS);
  }
}
