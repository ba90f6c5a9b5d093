package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.time.Duration;
import java.util.Map;

/** A length of time, such as {@code 250ms}: digits and a unit, which is never left out. */
public final class WallTime {

  private static final long SECOND = 1_000;
  private static final Map<String, Long> UNITS =
      Map.of("ms", 1L, "s", SECOND, "m", 60 * SECOND, "h", 3_600 * SECOND);

  private WallTime() {}

  /**
   * Reads a duration; one of too many milliseconds for {@code long} reads as {@link Long#MAX_VALUE}
   * milliseconds.
   *
   * @throws IllegalArgumentException if the text is no duration; the message says what would be
   */
  public static Duration parse(String text) {
    return Duration.ofMillis(
        Digits.read(text, UNITS)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        GuestText.quote(text)
                            + " is not a duration; write digits and ms, s, m or h, such as 250ms"
                            + " or 10s")));
  }

  /** Returns the shortest text that {@link #parse} reads as {@code wall}, to the millisecond. */
  public static String format(Duration wall) {
    long millis = wall.toMillis();
    for (String unit : new String[] {"h", "m", "s"}) {
      long factor = UNITS.getOrDefault(unit, 1L);
      if (millis != 0 && millis % factor == 0) {
        return millis / factor + unit;
      }
    }
    return millis + "ms";
  }
}
