package dev.cloche.extism;

import java.nio.charset.StandardCharsets;

/**
 * A plugin's words, fit to stand on one line of a terminal or a log: controls, marks that reorder
 * text, and ends of lines are shown and not done (attack L8).
 */
final class PlainText {
  private PlainText() {}

  /** Returns the text; what is not UTF-8 in it becomes the replacement character. */
  static String line(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(plain, point));
    return plain.toString();
  }

  private static void append(StringBuilder plain, int point) {
    switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          plain.append(point == '\n' ? "\\n" : "\\u{%x}".formatted(point));
      default -> plain.appendCodePoint(point);
    }
  }
}
