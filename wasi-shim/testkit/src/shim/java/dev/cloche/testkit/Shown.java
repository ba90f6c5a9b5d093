package dev.cloche.testkit;

import java.nio.charset.StandardCharsets;

/** Writes what was generated so that a failure can be read and typed. */
final class Shown {
  private static final int LONGEST = 120;

  private Shown() {}

  /** Returns printable ASCII as it is and all else escaped, without quotes around, cut. */
  static String bytes(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      if (text.length() > LONGEST) {
        return text + "... (" + bytes.length + " bytes)";
      }
      if (b == '\\' || b == '"') {
        text.append('\\').append((char) b);
      } else if (b >= ' ' && b <= '~') {
        text.append((char) b);
      } else {
        text.append("\\x%02x".formatted(b));
      }
    }
    return text.toString();
  }

  /** Returns a text in quotes likewise, by its UTF-8. */
  static String text(String text) {
    return '"' + bytes(text.getBytes(StandardCharsets.UTF_8)) + '"';
  }
}
