package dev.cloche.wasi;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time as a guest sees it.
 *
 * <p>One object serves one call, on the thread of the guest. The budget is passed in, so that a
 * clock can be made before the call begins. All times are in nanoseconds and end at {@link
 * Long#MAX_VALUE}, in the year 2262.
 */
public interface GuestClock {
  /** Returns the nanoseconds since 1970-01-01T00:00Z. */
  long realtimeNanos(HostBudget budget);

  /** Returns the nanoseconds since some fixed moment; never less than before. */
  long monotonicNanos(HostBudget budget);

  /** Returns the grain of both: times are multiples of it. */
  long resolutionNanos();

  /** Lets {@code nanos} nanoseconds pass, 0 or more; may throw the engine's {@link HostStop}. */
  void sleep(long nanos, HostBudget budget);

  /**
   * Returns the real time at a grain of 1 ms: too coarse to tell a cache hit from a miss, fine
   * enough for timeouts. Sleeping is {@link HostBudget#sleep}.
   */
  static GuestClock coarse() {
    return coarse(Clock.systemUTC(), System::nanoTime);
  }

  /** Returns a clock like {@link #coarse()}, over other sources of time. */
  static GuestClock coarse(InstantSource wall, LongSupplier nanoTime) {
    return new CoarseClock(wall, nanoTime);
  }

  /**
   * Returns a clock that is equal in every run: {@code start}, plus 1 ns per unit of fuel used,
   * plus what was slept. Its monotonic time begins at 0. Sleeping takes no time.
   */
  static GuestClock virtual(Instant start) {
    return new VirtualClock(start);
  }
}
