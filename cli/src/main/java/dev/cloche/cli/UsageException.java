package dev.cloche.cli;

/** The command line asks for something that cannot be done; the message is for the user. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Makes one.
   *
   * @param message one sentence: what was given, and what would be right
   */
  UsageException(String message) {
    super(message);
  }
}
