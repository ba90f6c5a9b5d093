package dev.cloche.module;

/** Makes text that a guest chose fit to stand in a message or a log. */
public final class GuestText {

  /** The most characters of guest text that one message shows. */
  static final int MAX_CHARACTERS = 200;

  private GuestText() {}

  /** Returns an exception's message, escaped and cut, or its type where it has none. */
  public static String of(Throwable fault) {
    String message = fault.getMessage();
    return message == null ? fault.getClass().getSimpleName() : escape(message);
  }

  /** Returns {@code text} in double quotes, escaped and cut. */
  public static String quote(String text) {
    return '"' + escape(text) + '"';
  }

  /**
   * Returns {@code text} cut to 200 characters, with quotes, backslashes and everything outside
   * printable ASCII as {@code \}{@code uXXXX}: controls could forge log lines, and bidirectional
   * marks could reorder them.
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    int length = Math.min(text.length(), MAX_CHARACTERS);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        escaped.append("\\u%04x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return length < text.length() ? escaped.append("...").toString() : escaped.toString();
  }
}
