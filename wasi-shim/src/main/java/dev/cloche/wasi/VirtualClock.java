package dev.cloche.wasi;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Time made of fuel and sleep alone, so that a call sees the same times whenever it runs. */
final class VirtualClock implements GuestClock {
  private final long start;
  private long slept;

  VirtualClock(Instant start) {
    this.start = saturatingAdd(TimeUnit.SECONDS.toNanos(start.getEpochSecond()), start.getNano());
  }

  @Override
  public long realtimeNanos(HostBudget budget) {
    return saturatingAdd(start, monotonicNanos(budget));
  }

  @Override
  public long monotonicNanos(HostBudget budget) {
    return saturatingAdd(budget.fuelUsed(), slept);
  }

  @Override
  public long resolutionNanos() {
    return 1;
  }

  @Override
  public void sleep(long nanos, HostBudget budget) {
    slept = saturatingAdd(slept, nanos);
  }

  /** Adds something that is not negative. */
  private static long saturatingAdd(long time, long more) {
    return time > Long.MAX_VALUE - more ? Long.MAX_VALUE : time + more;
  }
}
