package dev.cloche.run;

import java.util.List;

/** Ends several things, each of them whatever another throws; the first failure comes last. */
final class Ends {

  private Ends() {}

  static void run(List<Runnable> ends) {
    RuntimeException first = null;
    for (Runnable end : ends) {
      try {
        end.run();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
