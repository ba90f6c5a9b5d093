package dev.cloche.testkit;

/** Choices that bytes make, one for each byte; 0 when there are no more. Not thread-safe. */
final class Choices {
  private final byte[] bytes;
  private int at;

  Choices(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean isOver() {
    return at >= bytes.length;
  }

  /** Returns a number from 0 to below {@code bound}, at most 256. */
  int below(int bound) {
    return isOver() ? 0 : (bytes[at++] & 0xff) % bound;
  }

  /** Returns 64 bits: small numbers, edges of types, and any. */
  long bits() {
    return switch (below(4)) {
      case 0 -> below(64);
      case 1 -> -1L - below(3);
      case 2 -> 1L << below(64);
      default -> {
        long bits = 0;
        for (int i = 0; i < 8; i++) {
          bits = (bits << 8) | below(256);
        }
        yield bits;
      }
    };
  }
}
