package dev.cloche.wasi;

/** Guest bytes as text for a trace: quoted, escaped to printable ASCII, and cut. */
final class TraceText {
  /** The most bytes of a path that are shown. */
  static final int MAX_PATH = 200;

  /** The most bytes of data that are shown: as many as strace shows. */
  static final int MAX_DATA = 32;

  private TraceText() {}

  /** Returns the bytes in quotes; dots behind them tell that there were more. */
  static String quote(byte[] shown, long whole) {
    return quote(shown, whole > shown.length);
  }

  static String quote(byte[] shown, boolean hasMore) {
    StringBuilder text = new StringBuilder(shown.length + 5).append('"');
    for (byte each : shown) {
      append(text, Byte.toUnsignedInt(each));
    }
    text.append('"');
    return hasMore ? text.append("...").toString() : text.toString();
  }

  private static void append(StringBuilder text, int each) {
    switch (each) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (each >= ' ' && each <= '~') {
          text.append((char) each);
        } else {
          text.append(String.format("\\x%02x", each));
        }
      }
    }
  }

  static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }
}
