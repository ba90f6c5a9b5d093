package dev.cloche.cli.serve;

import java.util.Locale;

/**
 * Names and descriptions as clients and models see them: attack H5. A manifest is read strictly
 * already, so that nothing invisible is left in it; here they are bounded and made to fit.
 */
final class ToolText {

  /** What fits all clients that are known: some take no dots, and no more than 64 characters. */
  private static final String NOT_IN_NAMES = "[^a-z0-9_-]";

  private static final int MAX_NAME = 64;

  /** 100 characters. */
  static final int MAX_TITLE = 100;

  /** 4,000 characters: a description is read by a model for each conversation. */
  static final int MAX_DESCRIPTION = 4_000;

  private ToolText() {}

  /** Returns the name under which a tool is offered; tools with equal ones collide. */
  static String name(String own) {
    String name = own.toLowerCase(Locale.ROOT).replaceAll(NOT_IN_NAMES, "_");
    return cut(name, MAX_NAME, "");
  }

  static String title(String own) {
    return cut(visible(own), MAX_TITLE, "...");
  }

  static String description(String own) {
    return cut(visible(own), MAX_DESCRIPTION, "...");
  }

  /**
   * Returns a guest's text with what drives a terminal made visible: control characters other than
   * tabulators and line ends. Attack L8.
   */
  static String withoutControls(String text) {
    return replace(text, c -> Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r');
  }

  /** Also without what reorders or hides text. */
  static String visible(String text) {
    return replace(
        text,
        c ->
            (Character.isISOControl(c) && c != '\n' && c != '\t')
                || Character.getType(c) == Character.FORMAT
                || Character.getType(c) == Character.SURROGATE
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
  }

  /** Returns a text that is not longer than {@code max}; {@code mark} says that it was. */
  static String cut(String text, int max, String mark) {
    if (text.length() <= max) {
      return text;
    }
    int end = max - mark.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + mark;
  }

  private static String replace(String text, java.util.function.IntPredicate hidden) {
    if (text.codePoints().noneMatch(hidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (hidden.test(c)) {
                shown.append(String.format(Locale.ROOT, "\\u{%x}", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }
}
