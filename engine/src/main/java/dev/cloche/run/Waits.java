package dev.cloche.run;

import dev.cloche.LimitKind;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.HostBudget;

/**
 * The budget of host functions in a call with a tape. It numbers the places where a call may be
 * ended from outside while it is in the host: the same call passes the same ones, so that it can be
 * ended there again.
 */
final class Waits implements HostBudget {

  private final FuelTank tank;
  private final Tape tape;
  private final long endsAt;
  private long count;
  private long endedAt;

  Waits(FuelTank tank, Tape tape) {
    this.tank = tank;
    this.tape = tape;
    this.endsAt = tape.stop().map(TapedStop::place).orElse(0L);
    tape.stop()
        .filter(stop -> stop.place() == 0)
        .ifPresent(stop -> tank.endAt(stop.fuel(), stop(stop)));
  }

  private static GuestStop stop(TapedStop taped) {
    return taped.cancelled()
        ? GuestStop.cancelled()
        : GuestStop.limit(LimitKind.WALL, taped.usedMillis());
  }

  /** A wait, or what may end the call as a wait does. */
  private interface Wait {
    int run();
  }

  private int at(Wait wait) {
    count++;
    if (count == endsAt) {
      throw tape.stop().map(Waits::stop).orElseThrow();
    }
    try {
      return wait.run();
    } catch (GuestStop stop) {
      endedAt = count;
      throw stop;
    }
  }

  /** Tells the tape that the call was ended from outside, if that is why it ended. */
  void ended(GuestStop stop) {
    boolean cancelled = stop.reason() == GuestStop.Reason.CANCELLED;
    boolean late = stop.reason() == GuestStop.Reason.LIMIT && stop.limit() == LimitKind.WALL;
    if (cancelled || late) {
      tape.stopped(new TapedStop(cancelled, stop.used(), tank.fuelUsed(), endedAt));
    }
  }

  /** Counts the reads of an input. */
  GuestInput input(GuestInput input) {
    return (buffer, offset, length) -> at(() -> input.read(buffer, offset, length));
  }

  @Override
  public void charge(long units) {
    tank.charge(units);
  }

  @Override
  public void checkpoint() {
    int unused = at(this::check);
  }

  @Override
  public void sleep(long nanos) {
    int unused =
        at(
            () -> {
              if (tape.sleeps()) {
                tank.sleep(nanos);
              }
              return check();
            });
  }

  private int check() {
    tank.checkpoint();
    return 0;
  }

  @Override
  public long fuelUsed() {
    return tank.fuelUsed();
  }
}
