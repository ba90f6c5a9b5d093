package dev.cloche.fuzz;

import java.util.Arrays;
import java.util.Optional;

/**
 * Makes an input that shows a bug smaller: leaves pieces out, from halves down to single bytes, and
 * writes zeros, as long as the same exception comes from the same place. Runs without the fuzzer.
 */
final class Shrink {
  private final FuzzTarget target;
  private final String finding;

  private Shrink(FuzzTarget target, String finding) {
    this.target = target;
    this.finding = finding;
  }

  /** Returns the smallest that was found; empty if the input shows nothing. */
  static Optional<byte[]> smallest(FuzzTarget target, byte[] input) {
    return failure(target, input)
        .map(failure -> new Shrink(target, place(failure)).shrink(input.clone()));
  }

  /** Returns what the target throws for an input. */
  static Optional<Throwable> failure(FuzzTarget target, byte[] input) {
    try {
      target.run(input);
      return Optional.empty();
    } catch (Throwable failure) { // whatever it is, it is what is looked for
      return Optional.of(failure);
    }
  }

  /** Where it comes from, without line numbers of ours that the way there changes. */
  private static String place(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  private boolean shows(byte[] input) {
    return failure(target, input).map(found -> place(found).equals(finding)).orElse(false);
  }

  private byte[] shrink(byte[] input) {
    byte[] best = input;
    int before;
    do {
      before = best.length;
      for (int piece = Math.max(1, best.length / 2); piece > 0; piece /= 2) {
        best = without(best, piece);
      }
    } while (best.length < before);
    return zeroed(best);
  }

  private byte[] without(byte[] input, int piece) {
    byte[] best = input;
    for (int at = 0; at + piece <= best.length; ) {
      byte[] less = new byte[best.length - piece];
      System.arraycopy(best, 0, less, 0, at);
      System.arraycopy(best, at + piece, less, at, less.length - at);
      if (shows(less)) {
        best = less;
      } else {
        at += piece;
      }
    }
    return best;
  }

  private byte[] zeroed(byte[] input) {
    byte[] best = input;
    for (int at = 0; at < input.length; at++) {
      byte[] simpler = Arrays.copyOf(best, best.length);
      simpler[at] = 0;
      best = shows(simpler) ? simpler : best;
    }
    return best;
  }
}
