package dev.cloche.egress;

/** Text of a guest as a message may show it: quoted, in printable ASCII, and cut. */
final class Shown {
  /** In characters of the text. */
  private static final int MAX_SHOWN = 200;

  private Shown() {}

  /** Returns the text in quotes, all but printable ASCII escaped, cut at 200 characters. */
  static String quoted(String text) {
    StringBuilder shown = new StringBuilder("\"");
    for (int i = 0; i < Math.min(text.length(), MAX_SHOWN); i++) {
      append(shown, text.charAt(i));
    }
    return shown.append(text.length() > MAX_SHOWN ? "\"..." : "\"").toString();
  }

  /** Returns a URL in quotes without what may hold a secret: user, query and fragment. */
  static String url(String text) {
    int end = 0;
    while (end < text.length() && "?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String shown = text.substring(0, end);
    int user = shown.lastIndexOf('@');
    int host = shown.indexOf("//");
    boolean hasUser = user > host && host >= 0;
    return quoted(hasUser ? shown.substring(0, host + 2) + "..." + shown.substring(user) : shown);
  }

  private static void append(StringBuilder shown, char c) {
    if (c == '"' || c == '\\') {
      shown.append('\\').append(c);
    } else if (c >= ' ' && c < 0x7f) {
      shown.append(c);
    } else {
      shown.append(String.format("\\u%04x", (int) c));
    }
  }
}
