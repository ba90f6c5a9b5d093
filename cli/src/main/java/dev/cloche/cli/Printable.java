package dev.cloche.cli;

/**
 * Makes text that others chose (a guest, a module, the command line) safe for one line of a
 * terminal: control characters would let a module's names move the cursor or forge a line.
 */
final class Printable {

  /** Longest text of others that is shown whole. */
  static final int MAX_QUOTED = 200;

  private Printable() {}

  /** Returns {@code text} in double quotes, escaped, cut at {@link #MAX_QUOTED} characters. */
  static String quote(String text) {
    return '"' + line(cut(text)) + '"';
  }

  /** Returns {@code text} without what could end the line or change the terminal's state. */
  static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (isHarmless(c)) {
          out.appendCodePoint(c);
        } else {
          out.append(String.format("\\u{%x}", c));
        }
      }
    }
  }

  /** Formats and separators include the bidirectional overrides, which reorder a line. */
  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String cut(String text) {
    return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "...";
  }
}
