package dev.cloche.wasi;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** What a trace shows of a request: nothing that may hold a secret. */
final class TraceFetch {
  private TraceFetch() {}

  /**
   * Returns a URL without query, fragment and user.
   *
   * @param bytes its first {@link TraceText#MAX_PATH} bytes at most
   */
  static byte[] url(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int secret = indexOfAny(text, 0, "?#");
    String shown = secret < text.length() ? text.substring(0, secret + 1) + "..." : text;
    int scheme = text.indexOf("://");
    int from = scheme >= 0 && scheme < secret ? scheme + 3 : 0;
    // Without a scheme there is no telling where the user ends.
    int until = from > 0 ? indexOfAny(shown, from, "/\\") : shown.length();
    // What is cut before the end of the authority may be a user, too.
    boolean isCut = bytes.length == TraceText.MAX_PATH && until == bytes.length;
    int at = isCut ? until : shown.lastIndexOf('@', until - 1);
    String clean = at >= from ? shown.substring(0, from) + "..." + shown.substring(at) : shown;
    return clean.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the names of the fields of a request's head. */
  static byte[] names(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1)
        .lines()
        .map(line -> line.indexOf(':') < 0 ? "?" : line.substring(0, line.indexOf(':')))
        .collect(Collectors.joining(", "))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static int indexOfAny(String text, int from, String characters) {
    int at = from;
    while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }
}
