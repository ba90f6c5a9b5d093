package dev.cloche.wasi;

/**
 * SplitMix64 (Steele, Lea and Flood, 2014), written out so that no release of the JDK can change
 * the bytes that a seed gives.
 */
final class SeededRandom implements GuestRandom {
  private long state;
  private long word;
  private int bytesLeft;

  SeededRandom(long seed) {
    this.state = seed;
  }

  @Override
  public void fill(byte[] buffer, int offset, int length) {
    for (int i = 0; i < length; i++) {
      if (bytesLeft == 0) {
        word = nextWord();
        bytesLeft = Long.BYTES;
      }
      buffer[offset + i] = (byte) word;
      word >>>= Byte.SIZE;
      bytesLeft--;
    }
  }

  private long nextWord() {
    state += 0x9E3779B97F4A7C15L;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
