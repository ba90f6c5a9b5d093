package dev.cloche.host;

/** Makes text that somebody else chose fit to stand in a message. */
final class Text {
  private static final int MAX_CHARACTERS = 200;

  private Text() {}

  /** Quotes text: printable ASCII only, cut at 200 characters. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    int length = Math.min(text.length(), MAX_CHARACTERS);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(length < text.length() ? "...\"" : "\"").toString();
  }
}
