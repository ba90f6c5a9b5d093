package dev.cloche.credential;

/** Shows text that came from outside in a message: one line, escaped, at most 200 characters. */
final class Shown {
  private static final int LENGTH = 200;

  private Shown() {}

  static String text(String given) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < given.length() && shown.length() < LENGTH; i++) {
      char c = given.charAt(i);
      if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
        shown.append(c);
      } else {
        shown.append(String.format("\\u%04x", (int) c));
      }
    }
    return shown.toString();
  }
}
