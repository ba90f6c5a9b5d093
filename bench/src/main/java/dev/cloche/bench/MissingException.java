package dev.cloche.bench;

/** A peer is not on this machine; the message says what is missing, for the page. */
final class MissingException extends Exception {

  private static final long serialVersionUID = 1L;

  MissingException(String message) {
    super(message);
  }
}
