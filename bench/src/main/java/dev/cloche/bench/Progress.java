package dev.cloche.bench;

import java.time.Duration;
import java.util.Locale;

/**
 * Says on standard error what is measured, before it is: a run takes minutes. JMH itself, which
 * would print a page for each figure, is told to be silent.
 */
final class Progress {

  private final int total;
  private final long start = System.nanoTime();
  private int next;

  /** Starts the clock, with so many steps to come. */
  Progress(int total) {
    this.total = total;
  }

  /** Says what comes next. */
  void next(String what) {
    next++;
    Duration passed = Duration.ofNanos(System.nanoTime() - start);
    System.err.printf(
        Locale.ROOT,
        "[%d/%d, %d:%02d] %s%n",
        next,
        total,
        passed.toMinutes(),
        passed.toSecondsPart(),
        what);
  }
}
