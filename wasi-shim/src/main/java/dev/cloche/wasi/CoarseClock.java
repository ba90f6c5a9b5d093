package dev.cloche.wasi;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Real time, cut to milliseconds. */
final class CoarseClock implements GuestClock {
  private static final long GRAIN = TimeUnit.MILLISECONDS.toNanos(1);

  private final InstantSource wall;
  private final LongSupplier nanoTime;
  private final long origin;

  CoarseClock(InstantSource wall, LongSupplier nanoTime) {
    this.wall = wall;
    this.nanoTime = nanoTime;
    this.origin = nanoTime.getAsLong();
  }

  @Override
  public long realtimeNanos(HostBudget budget) {
    return TimeUnit.MILLISECONDS.toNanos(wall.millis());
  }

  /** Counts from the making of the clock, so that it does not tell how long the host is up. */
  @Override
  public long monotonicNanos(HostBudget budget) {
    long elapsed = nanoTime.getAsLong() - origin;
    return elapsed - elapsed % GRAIN;
  }

  @Override
  public long resolutionNanos() {
    return GRAIN;
  }

  @Override
  public void sleep(long nanos, HostBudget budget) {
    budget.sleep(nanos);
  }
}
