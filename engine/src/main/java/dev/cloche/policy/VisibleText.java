package dev.cloche.policy;

import java.util.function.IntPredicate;

/**
 * Text that is what it looks like: attack H5.
 *
 * <p>People approve what they read and models follow what they are given. So nothing may be in a
 * manifest that is not seen (zero-width characters, tags, fillers), that looks like a space, or
 * that changes the order of what is seen (bidirectional controls).
 */
final class VisibleText {

  private VisibleText() {}

  /**
   * Returns a text of one line.
   *
   * @throws IllegalArgumentException if a character of it ends the line or is not seen
   */
  static String line(String text) {
    return require(text, c -> !Character.isISOControl(c) && isSeen(c));
  }

  /**
   * Returns a text of lines: it may have tabulators and line ends.
   *
   * @throws IllegalArgumentException if a character of it is not seen
   */
  static String lines(String text) {
    return require(
        text,
        c -> c == '\n' || c == '\t' || c == '\r' || (!Character.isISOControl(c) && isSeen(c)));
  }

  /** Requires the same. */
  static void requireLines(String text) {
    String unused = lines(text);
  }

  private static String require(String text, IntPredicate allowed) {
    text.codePoints()
        .filter(c -> !allowed.test(c))
        .findFirst()
        .ifPresent(
            c -> {
              throw new IllegalArgumentException(
                  "holds U+%04X, which is not seen or changes what is seen".formatted(c));
            });
    return text;
  }

  private static boolean isSeen(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> !isIgnorable(c);
    };
  }

  /** Default-ignorable code points that are letters, marks or symbols by their category. */
  private static boolean isIgnorable(int c) {
    return c == 0x034f // combining grapheme joiner
        || c == 0x115f
        || c == 0x1160
        || c == 0x3164
        || c == 0xffa0 // Hangul fillers
        || c == 0x17b4
        || c == 0x17b5 // Khmer inherent vowels
        || (c >= 0x180b && c <= 0x180f) // Mongolian variation selectors
        || c == 0x2800 // empty Braille pattern
        || (c >= 0xfe00 && c <= 0xfe0f)
        || (c >= 0xe0100 && c <= 0xe01ef); // variation selectors
  }
}
