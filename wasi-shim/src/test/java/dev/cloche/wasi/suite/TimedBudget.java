package dev.cloche.wasi.suite;

import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.HostStop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A budget of time alone: fuel is counted, but there is no end of it. */
final class TimedBudget implements HostBudget {
  /** The time is over. */
  static final class TimeOver extends HostStop {
    private static final long serialVersionUID = 1L;

    TimeOver() {
      super("did not end in time");
    }
  }

  private final long end;
  private long used;

  TimedBudget(Duration limit) {
    this.end = System.nanoTime() + limit.toNanos();
  }

  @Override
  public void charge(long units) {
    used += units;
  }

  @Override
  public void checkpoint() {
    if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
      throw new TimeOver();
    }
  }

  @Override
  public void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.min(nanos, Math.max(0, end - System.nanoTime())));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    checkpoint();
  }

  @Override
  public long fuelUsed() {
    return used;
  }
}
