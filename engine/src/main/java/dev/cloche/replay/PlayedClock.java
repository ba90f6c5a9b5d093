package dev.cloche.replay;

import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.HostBudget;

/** Says what a clock said. Sleeping is the budget's, which does not wait. */
final class PlayedClock implements GuestClock {

  private final Sheet.ClockPart part;
  private final Runs.Reader realtime;
  private final Runs.Reader monotonic;
  private final Gap gap;

  PlayedClock(Sheet.ClockPart part, Gap gap) {
    this.part = part;
    this.realtime = new Runs.Reader(part.realtime());
    this.monotonic = new Runs.Reader(part.monotonic());
    this.gap = gap;
  }

  private long next(Runs.Reader readings, String which) {
    if (!readings.hasNext()) {
      throw gap.found("clock", "no further reading", "one more of the " + which + " clock");
    }
    return readings.next();
  }

  @Override
  public long realtimeNanos(HostBudget budget) {
    return next(realtime, "realtime");
  }

  @Override
  public long monotonicNanos(HostBudget budget) {
    return next(monotonic, "monotonic");
  }

  @Override
  public long resolutionNanos() {
    return part.resolution();
  }

  @Override
  public void sleep(long nanos, HostBudget budget) {
    budget.sleep(nanos);
  }
}
