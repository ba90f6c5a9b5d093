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
              if (isControl(c)) {
                clean.append("\\u%04x".formatted(c));
              } else {
                clean.appendCodePoint(c);
              }
            });
    return clean.toString();
  }

  private static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
