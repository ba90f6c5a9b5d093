package dev.cloche.run;

import dev.cloche.run.Differential.Subject;
import dev.cloche.run.RandomModules.Features;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Makes a random module that shows something smaller: takes pieces out of the bytes that it is made
 * of, as long as what they make still shows it.
 */
final class Shrinker {

  private static final int LEAST_PIECE = 4;

  /** Whether a module shows it. */
  interface Shows {
    boolean test(Subject subject) throws Exception;
  }

  private final Path scratch;
  private final int seed;
  private final Shows shows;
  private int triesLeft;

  Shrinker(Path scratch, int seed, int tries, Shows shows) {
    this.scratch = scratch;
    this.seed = seed;
    this.triesLeft = tries;
    this.shows = shows;
  }

  private Subject subject(byte[] input) throws Exception {
    byte[] wasm = RandomModules.of(scratch, input, Features.ofSeed(seed));
    return Subject.of("seed-" + seed + "-small", wasm, seed);
  }

  /** Returns the smallest module found, which may be that of the seed itself. */
  Subject shrink() throws Exception {
    byte[] input = RandomModules.input(seed);
    Subject smallest = subject(input);
    for (int piece = input.length / 2; piece >= LEAST_PIECE; piece /= 2) {
      for (int at = 0; at + piece <= input.length && triesLeft > 0; ) {
        byte[] less = without(input, at, piece);
        Subject subject = subject(less);
        triesLeft--;
        if (subject.wasm().length <= smallest.wasm().length && shows.test(subject)) {
          input = less;
          smallest = subject;
        } else {
          at += piece;
        }
      }
    }
    return smallest;
  }

  private static byte[] without(byte[] input, int at, int piece) {
    byte[] less = Arrays.copyOf(input, input.length - piece);
    System.arraycopy(input, at + piece, less, at, less.length - at);
    return less;
  }
}
