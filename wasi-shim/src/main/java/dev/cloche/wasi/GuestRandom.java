package dev.cloche.wasi;

import java.security.SecureRandom;

/** Where a guest's random bytes come from. Used on the thread of the guest. */
public interface GuestRandom {
  /** Fills part of a buffer. */
  void fill(byte[] buffer, int offset, int length);

  /** Returns the system's secure generator: the default, since guests make keys of it. */
  static GuestRandom secure() {
    SecureRandom source = new SecureRandom();
    return (buffer, offset, length) -> {
      byte[] bytes = new byte[length];
      source.nextBytes(bytes);
      System.arraycopy(bytes, 0, buffer, offset, length);
    };
  }

  /**
   * Returns a stream of bytes that the seed determines, on every JVM: SplitMix64, little endian.
   * How the guest divides its requests does not matter. Not for secrets.
   */
  static GuestRandom seeded(long seed) {
    return new SeededRandom(seed);
  }
}
