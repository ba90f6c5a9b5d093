package dev.cloche.policy;

import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads and writes what all quantities share: decimal digits and then a unit. No sign, no fraction,
 * no space, no rounding; a product that leaves the range of {@code long} is told from a text that
 * is wrong.
 */
final class Digits {

  /** What a product above {@link Long#MAX_VALUE} reads as; no limit of ours comes near it. */
  static final long TOO_LARGE = Long.MAX_VALUE;

  private Digits() {}

  /**
   * Reads {@code text} as digits and one of the units.
   *
   * @param units factor by unit; the empty unit, where allowed, is a key too
   * @return the product, {@link #TOO_LARGE} if it does not fit, or empty if the text is wrong
   */
  static OptionalLong read(String text, Map<String, Long> units) {
    int end = 0;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    Long factor = units.get(text.substring(end));
    return end == 0 || factor == null
        ? OptionalLong.empty()
        : OptionalLong.of(product(text.substring(0, end), factor));
  }

  /** Returns the number with the largest unit that divides it; the opposite of {@link #read}. */
  static String write(long number, Map<String, Long> units) {
    String best = "";
    for (Map.Entry<String, Long> unit : units.entrySet()) {
      boolean larger = unit.getValue() > units.getOrDefault(best, 1L);
      if (larger && number != 0 && number % unit.getValue() == 0) {
        best = unit.getKey();
      }
    }
    return number / units.getOrDefault(best, 1L) + best;
  }

  private static long product(String digits, long factor) {
    try {
      return Math.multiplyExact(Long.parseLong(digits), factor);
    } catch (NumberFormatException | ArithmeticException doesNotFit) {
      return TOO_LARGE;
    }
  }

  /** ASCII only: {@link Character#isDigit} would take the digits of every script. */
  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
