package dev.cloche.run;

/** Makes text that a guest may have influenced fit for a message. */
final class GuestText {

  private static final int MAX_LENGTH = 200;

  private GuestText() {}

  /** Returns an exception's message. */
  static String quote(Throwable fault) {
    String message = fault.getMessage();
    return message == null ? fault.getClass().getSimpleName() : quote(message);
  }

  /** Returns text without control characters, and no longer than 200 characters. */
  static String quote(String text) {
    StringBuilder clean = new StringBuilder();
    text.codePoints()
        .limit(MAX_LENGTH)
        .forEach(
            c -> {
              if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                clean.append("\\u%04x".formatted(c));
              } else {
                clean.appendCodePoint(c);
              }
            });
    return clean.toString();
  }
}
