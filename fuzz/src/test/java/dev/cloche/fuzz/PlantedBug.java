package dev.cloche.fuzz;

import java.util.List;

/**
 * The control: a reader with a bug that random bytes find once in 2^48 tries, and a fuzzer that
 * sees which branches were taken finds soon.
 */
final class PlantedBug implements FuzzTarget {
  static final byte[] BUG = {'C', 'l', 'o', 'c', 'h', 'e'};

  @Override
  public String name() {
    return "planted";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(new byte[] {'x'});
  }

  @Override
  public void run(byte[] input) {
    if (known(input) == BUG.length) {
      throw new IllegalStateException("the planted bug");
    }
  }

  private static int known(byte[] input) {
    int known = 0;
    if (input.length > 0 && input[0] == 'C') {
      known++;
      if (input.length > 1 && input[1] == 'l') {
        known++;
        if (input.length > 2 && input[2] == 'o') {
          known++;
          if (input.length > 3 && input[3] == 'c') {
            known++;
            if (input.length > 4 && input[4] == 'h') {
              known++;
              known += input.length > 5 && input[5] == 'e' ? 1 : 0;
            }
          }
        }
      }
    }
    return known;
  }
}
