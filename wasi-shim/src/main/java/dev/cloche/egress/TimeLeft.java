package dev.cloche.egress;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The time a call has left, as it is needed here. Used by the guest's thread. */
final class TimeLeft {
  private static final Duration LONGEST = Duration.ofDays(365);

  private final Patience patience;

  TimeLeft(Patience patience) {
    this.patience = patience;
  }

  boolean isOver() {
    return patience.left().compareTo(Duration.ZERO) <= 0;
  }

  /** Returns nanoseconds, more than 0 and at most a year. */
  long nanos() throws EgressException {
    Duration left = patience.left();
    long nanos =
        left.compareTo(LONGEST) > 0 ? TimeUnit.DAYS.toNanos(LONGEST.toDays()) : left.toNanos();
    if (nanos <= 0) {
      throw Failures.timeout();
    }
    return nanos;
  }
}
