package dev.cloche.credential;

import java.util.List;

/** Runs all, whatever one of them throws. */
final class Cuts {
  private Cuts() {}

  static void run(List<Runnable> cuts) {
    RuntimeException first = null;
    for (Runnable cut : cuts) {
      try {
        cut.run();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
