package dev.cloche.fuzz;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The control: a reader with a bug that random bytes find once in 2^64 tries, and a fuzzer that
 * sees branches and what is compared finds soon.
 */
final class PlantedBug implements FuzzTarget {
  static final byte[] BUG = {'B', 'e', 'l', 'l', 'G', 'l', 'a', 's'};
  private static final int FIRST = 0x42656c6c;
  private static final int SECOND = 0x476c6173;

  @Override
  public String name() {
    return "planted";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(new byte[BUG.length]);
  }

  @Override
  public void run(byte[] input) {
    ByteBuffer read = ByteBuffer.wrap(input);
    if (input.length >= BUG.length && read.getInt() == FIRST && read.getInt() == SECOND) {
      throw new IllegalStateException("the planted bug");
    }
  }
}
