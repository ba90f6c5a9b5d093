package dev.cloche.host;

import dev.cloche.egress.Scrubber;

/**
 * Looks for the secrets that a command was lent in what it left, in the forms that a scrubber
 * knows. What is compressed, encrypted or in parts is not found.
 */
final class SecretSearch {
  private final Scrubber scrubber;

  SecretSearch(Scrubber scrubber) {
    this.scrubber = scrubber;
  }

  /** Returns a text with none of them in it. */
  String without(String text) {
    return scrubber.scrub(text);
  }

  boolean isIn(String text) {
    return !scrubber.scrub(text).equals(text);
  }

  boolean isIn(byte[] content) {
    return scrubber.isIn(content);
  }
}
