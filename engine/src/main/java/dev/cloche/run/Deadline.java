package dev.cloche.run;

import dev.cloche.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * When a call must be over, and whether its caller wants it to be.
 *
 * <p>The guest thread asks at each slice of fuel; a host call that has to wait, waits here, and so
 * never past the deadline. Thread interruption is not used: a late interrupt would hit whatever the
 * thread does next.
 */
final class Deadline {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Runnable> atCancel = new ArrayList<>();
  private volatile long limitNanos;
  private volatile long start = System.nanoTime();
  private volatile boolean cancelled;
  private volatile long fuelUsed;

  Deadline(Duration wall) {
    this.limitNanos = wall.toNanos();
  }

  /** Less time than it was made with, if the policy that counts in the end gives less. */
  void atMost(Duration wall) {
    limitNanos = Math.min(limitNanos, wall.toNanos());
  }

  /** The guest starts now. */
  void start() {
    start = System.nanoTime();
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Notes what the guest has used, for those who watch the call from other threads. */
  void note(long fuel) {
    fuelUsed = fuel;
  }

  long fuelUsed() {
    return fuelUsed;
  }

  boolean isCancelled() {
    return cancelled;
  }

  void cancel() {
    List<Runnable> waiting;
    lock.lock();
    try {
      cancelled = true;
      changed.signalAll();
      waiting = List.copyOf(atCancel);
      atCancel.clear();
    } finally {
      lock.unlock();
    }
    waiting.forEach(Runnable::run);
  }

  /** The time left: zero or less when it is over, and after a cancellation. */
  Duration left() {
    return cancelled ? Duration.ZERO : Duration.ofNanos(untilLimit());
  }

  /**
   * Has an action, which does not block, run when the call is cancelled; at once if it already is.
   *
   * @return takes it back
   */
  Runnable onCancel(Runnable action) {
    boolean late;
    lock.lock();
    try {
      late = cancelled;
      if (!late) {
        atCancel.add(action);
      }
    } finally {
      lock.unlock();
    }
    if (late) {
      action.run();
    }
    return () -> forget(action);
  }

  private void forget(Runnable action) {
    lock.lock();
    try {
      boolean ignored = atCancel.remove(action);
    } finally {
      lock.unlock();
    }
  }

  /** Wakes whoever waits in {@link #await}. */
  void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the guest if its time is up or its caller has cancelled. */
  void check() {
    if (cancelled) {
      throw GuestStop.cancelled();
    }
    long elapsed = System.nanoTime() - start;
    if (elapsed >= limitNanos) {
      throw GuestStop.limit(LimitKind.WALL, TimeUnit.NANOSECONDS.toMillis(elapsed));
    }
  }

  void sleep(long nanos) {
    await(() -> false, nanos);
  }

  /**
   * Waits until the condition holds, for {@code nanos} at most; ends the guest where that comes
   * first. Whoever makes the condition true calls {@link #signal}.
   */
  void await(BooleanSupplier condition, long nanos) {
    long from = System.nanoTime();
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        check();
        long left = nanos - (System.nanoTime() - from);
        if (left <= 0) {
          return;
        }
        // What is left is computed anew in each round.
        long ignored = changed.awaitNanos(Math.min(left, untilLimit()));
      }
    } catch (InterruptedException foreign) {
      // Only a stranger who found the guest thread interrupts it; treat that as a cancel.
      cancelled = true;
    } finally {
      lock.unlock();
    }
    check();
  }

  /** Waits until the condition holds or the call is cancelled, outside the guest's time. */
  void awaitOrCancel(BooleanSupplier condition) {
    lock.lock();
    try {
      while (!condition.getAsBoolean() && !cancelled) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private long untilLimit() {
    return limitNanos - (System.nanoTime() - start);
  }
}
