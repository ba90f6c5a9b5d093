package dev.cloche.wasi;

/** Where a guest's random bytes come from. Used on the thread of the guest. */
public interface GuestRandom {
  /** Fills part of a buffer. */
  void fill(byte[] buffer, int offset, int length);

  /** Returns the system's secure generator: the default, since guests make keys of it. */
  static GuestRandom secure() {
    return new SecureGuestRandom();
  }

  /**
   * Returns a stream of bytes that the seed determines, on every JVM: SplitMix64, little endian.
   * How the guest divides its requests does not matter. Not for secrets.
   */
  static GuestRandom seeded(long seed) {
    return new SeededRandom(seed);
  }
}
