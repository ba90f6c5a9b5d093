package dev.cloche.run;

import dev.cloche.LimitKind;
import dev.cloche.meter.FuelSchedule;
import dev.cloche.meter.MeteredModule;
import dev.cloche.wasi.HostBudget;

/**
 * The host's side of fuel: the balance, and with it the deadline and cancellation.
 *
 * <p><b>Balance.</b> What a guest may still spend is {@code reserve} here plus the slice counter,
 * which the guest keeps in a global (a field of {@link LinearMemory}), or, in a running function,
 * in a local. The guest ends when the balance is below zero at a check. That depends on the balance
 * alone: a counter below zero with a reserve left is topped up, by slices whose length follows the
 * clock and decides nothing but how often the deadline is looked at.
 *
 * <p><b>Telling the balance at any end.</b> A trap leaves a function without a write-back, so the
 * global is then older than the truth, and the reserve may since have been drawn on. A top-up
 * therefore notes the balance as of the last write-back, and marks the global; a mark that is still
 * there at the end says that the noted balance holds. So a trapped call reports the fuel of its
 * last call or return, the same on every run.
 *
 * <p>Guest thread only.
 */
final class FuelTank implements HostBudget {

  private static final int FIRST_SLICE = 10_000;
  private static final int MIN_SLICE = 1_000;

  /**
   * Some 100 µs of fast code, against which a refuel of 0.1 µs is nothing. Not more: a guest may
   * earn long slices with fast code and then do the slowest thing that there is for its fuel.
   */
  private static final int MAX_SLICE = 1 << 18;

  private static final long SHORT_SLICE_NANOS = 2_000_000;
  private static final long LONG_SLICE_NANOS = 8_000_000;

  /** No counter gets here: between two checks a guest cannot spend 2^30. */
  private static final int MARK = Integer.MIN_VALUE;

  private final long limit;
  private final Deadline deadline;

  /** Holds the guest's counters. */
  private LinearMemory guest = new LinearMemory(0, 0);

  private long reserve;
  private long noted;
  private int slice = FIRST_SLICE;
  private long lastRefuel;

  /** The fuel at which the guest is to end, as a recorded call did; never in other calls. */
  private long alarm = Long.MAX_VALUE;

  private GuestStop atAlarm = GuestStop.cancelled();

  FuelTank(long limit, Deadline deadline) {
    this.limit = limit;
    this.reserve = limit;
    this.deadline = deadline;
    this.lastRefuel = System.nanoTime();
  }

  /**
   * Takes over the counters of an instance, by its memory. Its first function entry then asks for
   * the first slice.
   */
  void attach(LinearMemory memory) {
    guest = memory;
    guest.refuelFrom(this);
    guest.stack = FuelSchedule.STACK_BYTES;
  }

  /** Ends the guest at the first check that finds so much fuel used. */
  void endAt(long fuel, GuestStop stop) {
    alarm = fuel;
    atAlarm = stop;
  }

  /** Answers the metered module's way out; see {@link MeteredModule}. */
  int refuel(int left) {
    long balance = reserve + left;
    note();
    if (balance < 0) {
      noted = balance;
      throw GuestStop.limit(LimitKind.FUEL, limit - balance);
    }
    if (guest.stack < 0) {
      noted = balance;
      throw GuestStop.stackExhausted();
    }
    try {
      if (limit - balance >= alarm) {
        throw atAlarm;
      }
      deadline.check();
    } catch (GuestStop stop) {
      noted = balance;
      throw stop;
    }
    deadline.note(limit - balance);
    adapt();
    long wanted = Math.max(0L, -(long) left) + slice;
    long granted = Math.min(Math.min(reserve, wanted), untilAlarm(balance) - left);
    reserve -= granted;
    return (int) (left + granted);
  }

  /**
   * What may be spent before the check at which the guest is to end; far above any slice if none.
   */
  private long untilAlarm(long balance) {
    return alarm == Long.MAX_VALUE ? Long.MAX_VALUE >> 1 : alarm - 1 - (limit - balance);
  }

  private void note() {
    if (!isMarked()) {
      noted = reserve + guest.fuel;
      guest.fuel = MARK;
    }
  }

  private boolean isMarked() {
    return guest.fuel == MARK;
  }

  private void adapt() {
    long now = System.nanoTime();
    long took = now - lastRefuel;
    lastRefuel = now;
    if (took < SHORT_SLICE_NANOS) {
      slice = Math.min(MAX_SLICE, slice * 2);
    } else if (took > LONG_SLICE_NANOS) {
      slice = Math.max(MIN_SLICE, slice / 2);
    }
  }

  @Override
  public void charge(long units) {
    int left = guest.fuel;
    long balance = reserve + left - units;
    if (balance < 0) {
      noted = balance;
      guest.fuel = MARK;
      throw GuestStop.limit(LimitKind.FUEL, limit - balance);
    }
    long fromReserve = Math.min(reserve, units);
    reserve -= fromReserve;
    guest.fuel = (int) (left - (units - fromReserve));
    if (alarm != Long.MAX_VALUE) {
      keepAlarm(balance);
    }
  }

  /** The reserve paid first: the counter, which rings, has to know of it too. */
  private void keepAlarm(long balance) {
    long most = Math.max(-1, untilAlarm(balance));
    long excess = Math.max(0, guest.fuel - most);
    guest.fuel -= (int) excess;
    reserve += excess;
  }

  @Override
  public void checkpoint() {
    deadline.check();
  }

  @Override
  public void sleep(long nanos) {
    deadline.sleep(nanos);
  }

  @Override
  public long fuelUsed() {
    return limit - (isMarked() ? noted : reserve + guest.fuel);
  }
}
