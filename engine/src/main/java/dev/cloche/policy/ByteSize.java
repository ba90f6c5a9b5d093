package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Map;

/** A size in bytes, such as {@code 16Mi}: digits and an optional binary multiple. */
public final class ByteSize {

  private static final long KIBI = 1_024;
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "Ki", KIBI, "Mi", KIBI * KIBI, "Gi", KIBI * KIBI * KIBI);

  private ByteSize() {}

  /**
   * Reads a size; one too large for {@code long} reads as {@link Long#MAX_VALUE}.
   *
   * @throws IllegalArgumentException if the text is no size; the message says what would be
   */
  public static long parse(String text) {
    return Digits.read(text, UNITS)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    GuestText.quote(text)
                        + " is not a size; write digits and an optional Ki, Mi or Gi, such as"
                        + " 16Mi"));
  }

  /** Returns the shortest text that {@link #parse} reads as {@code bytes}. */
  public static String format(long bytes) {
    return Digits.write(bytes, UNITS);
  }
}
