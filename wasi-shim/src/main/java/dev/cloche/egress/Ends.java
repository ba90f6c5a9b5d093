package dev.cloche.egress;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * Ends several things, each of them whatever another throws: an end that cannot be recorded is an
 * end all the same. The first failure comes last.
 */
public final class Ends {

  private Ends() {}

  /** Runs all, and then throws what the first one that failed threw. */
  public static void run(Collection<? extends Runnable> ends) {
    each(ends, Runnable::run);
  }

  /** Does the same to all, and then throws what the first one that failed threw. */
  public static <T> void each(Collection<? extends T> things, Consumer<T> end) {
    RuntimeException first = null;
    for (T thing : things) {
      try {
        end.accept(thing);
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
