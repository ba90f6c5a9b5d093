package dev.cloche.bench;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The main program of a peer that runs in a JVM of its own: see {@link Peer} for what it prints.
 * Needs no other class of the benchmarks, and nothing but the peer's own class path.
 */
public final class JavaPeer {

  /** The property that has the time measured that passes, for peers with threads of their own. */
  static final String WALL = "bench.wall";

  private final IntUnaryOperator run;
  private final int n;
  private final int checksum;

  private JavaPeer(IntUnaryOperator run, int n, int checksum) {
    this.run = run;
    this.n = n;
    this.checksum = checksum;
  }

  /**
   * Measures.
   *
   * @param arguments a class that makes a kernel's function of the module's path, that path, {@code
   *     N CHECKSUM WARMUP_MS ITERATIONS ITERATION_MS}
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    JavaPeer peer =
        new JavaPeer(
            kernel(arguments[0], Path.of(arguments[1])),
            Integer.parseInt(arguments[2]),
            Integer.parseUnsignedInt(arguments[3]));
    double ignored = peer.repeat(Double.parseDouble(arguments[4]));
    for (int i = Integer.parseInt(arguments[5]); i > 0; i--) {
      System.out.printf(Locale.ROOT, "%.6f%n", peer.repeat(Double.parseDouble(arguments[6])));
    }
    // Some leave threads behind that are no daemons.
    System.exit(0);
  }

  @SuppressWarnings("unchecked")
  private static IntUnaryOperator kernel(String maker, Path module)
      throws ReflectiveOperationException {
    Object made = Class.forName(maker).getConstructor().newInstance();
    return ((Function<Path, IntUnaryOperator>) made).apply(module);
  }

  /** Calls until so much time has passed, and at least once; the time of one call. */
  private double repeat(double millis) {
    double start = now();
    int calls = 0;
    double passed;
    do {
      call();
      calls++;
      passed = now() - start;
    } while (passed < millis);
    return passed / calls;
  }

  private void call() {
    int answer = run.applyAsInt(n);
    if (answer != checksum) {
      throw new IllegalStateException("the peer answered " + Integer.toUnsignedString(answer));
    }
  }

  private static double now() {
    if (Boolean.getBoolean(WALL)) {
      return System.nanoTime() / 1e6;
    }
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
  }
}
