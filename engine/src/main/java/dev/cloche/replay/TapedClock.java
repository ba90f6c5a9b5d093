package dev.cloche.replay;

import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.HostBudget;

/** Takes down what a clock says. */
final class TapedClock implements GuestClock {

  private final GuestClock real;
  private final Room room;
  private final Runs realtime = new Runs();
  private final Runs monotonic = new Runs();

  TapedClock(GuestClock real, Room room) {
    this.real = real;
    this.room = room;
  }

  Sheet.ClockPart part() {
    return new Sheet.ClockPart(real.resolutionNanos(), realtime.pairs(), monotonic.pairs());
  }

  private long taken(Runs runs, long value) {
    if (runs.add(value)) {
      room.take(0);
    }
    return value;
  }

  @Override
  public long realtimeNanos(HostBudget budget) {
    return taken(realtime, real.realtimeNanos(budget));
  }

  @Override
  public long monotonicNanos(HostBudget budget) {
    return taken(monotonic, real.monotonicNanos(budget));
  }

  @Override
  public long resolutionNanos() {
    return real.resolutionNanos();
  }

  @Override
  public void sleep(long nanos, HostBudget budget) {
    real.sleep(nanos, budget);
  }
}
