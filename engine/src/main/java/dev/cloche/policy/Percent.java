package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Map;

/** A share, such as {@code 150%}: digits and the sign, which is never left out. */
public final class Percent {

  private static final Map<String, Long> UNITS = Map.of("%", 1L);

  private Percent() {}

  /**
   * Reads a share; one too large for {@code long} reads as {@link Long#MAX_VALUE}.
   *
   * @throws IllegalArgumentException if the text is none; the message says what would be
   */
  public static long parse(String text) {
    return Digits.read(text, UNITS)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    GuestText.quote(text) + " is not a share; write digits and %, such as 100%"));
  }

  /** Returns the text that {@link #parse} reads as {@code percent}. */
  public static String format(long percent) {
    return percent + "%";
  }
}
