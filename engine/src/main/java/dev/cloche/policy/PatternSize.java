package dev.cloche.policy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cloche.module.GuestText;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Bounds what a pattern of a schema costs: attack H2. Patterns are RE2's, so matching takes time in
 * proportion to the text and to the size of the pattern's program. Counted repetitions multiply
 * that size ({@code ((a{99}){99}){99}}), and the library would build the program before it could
 * tell; so it is estimated from the text first.
 */
final class PatternSize {

  static final int MAX_CHARACTERS = 512;
  static final long MAX_SIZE = 4_096;

  private final String pattern;
  private int at;

  private PatternSize(String pattern) {
    this.pattern = pattern;
  }

  /**
   * Returns the size of a pattern's program.
   *
   * @throws IllegalArgumentException if it is no pattern, or too large
   */
  static long of(String pattern) {
    if (pattern.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "the pattern has more than " + MAX_CHARACTERS + " characters");
    }
    if (pattern.contains("\\Q")) {
      throw new IllegalArgumentException("the pattern quotes with \\Q; escape each character");
    }
    if (new PatternSize(pattern).estimate() > MAX_SIZE) {
      throw new IllegalArgumentException(
          "pattern " + GuestText.quote(pattern) + " repeats more than " + MAX_SIZE + " pieces");
    }
    try {
      return Pattern.compile(pattern).programSize();
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "pattern %s is not of RE2's syntax, which has neither look-around nor back references"
              .formatted(GuestText.quote(pattern)));
    }
  }

  /** Adds up the pieces, each as often as it is repeated at most; groups add up on a stack. */
  private long estimate() {
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    while (at < pattern.length()) {
      char c = pattern.charAt(at++);
      if (c == '(') {
        outer.push(sum);
        sum = 0;
        continue;
      }
      long piece = 1;
      if (c == ')' && !outer.isEmpty()) {
        piece = sum + 1;
        sum = outer.pop();
      } else if (c == '\\') {
        at++;
      } else if (c == '[') {
        skipClass();
      }
      sum = Math.min(sum + piece * repetitions(), MAX_SIZE + 1);
    }
    while (!outer.isEmpty()) {
      sum += outer.pop();
    }
    return sum;
  }

  /** A class ends at the first bracket that is neither escaped nor its first character. */
  private void skipClass() {
    if (at < pattern.length() && pattern.charAt(at) == '^') {
      at++;
    }
    for (int first = at; at < pattern.length(); at++) {
      char c = pattern.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == ']' && at > first) {
        at++;
        return;
      }
    }
  }

  /** Reads the repetitions that follow, all of them: {@code a{9}{9}} is 81 to be safe. */
  private long repetitions() {
    long times = 1;
    while (at < pattern.length() && pattern.charAt(at) == '{') {
      int end = pattern.indexOf('}', at);
      if (end < 0) {
        break;
      }
      String most = pattern.substring(at + 1, end).replaceFirst(".*,(?=.)", "");
      String digits = most.replace(",", "");
      if (!digits.matches("[0-9]{1,5}")) {
        break;
      }
      times = Math.min(times * Math.max(1, Long.parseLong(digits)), MAX_SIZE + 1);
      at = end + 1;
    }
    return times;
  }
}
