package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/**
 * The functions on clocks: {@code clock_*}. The two clocks of CPU time are not offered: they would
 * measure the host.
 */
final class ClockCalls {
  private static final int REALTIME = 0;
  private static final int MONOTONIC = 1;
  private static final int PROCESS_CPU_TIME = 2;
  private static final int THREAD_CPU_TIME = 3;

  private final GuestClock clock;
  private final HostBudget budget;

  ClockCalls(GuestClock clock, HostBudget budget) {
    this.clock = clock;
    this.budget = budget;
  }

  void resGet(Call call) throws Fault {
    int result = call.pointer(1, Long.BYTES);
    now(call.integer(0));
    call.memory().putLong(result, clock.resolutionNanos());
  }

  void timeGet(Call call) throws Fault {
    int result = call.pointer(2, Long.BYTES);
    long time = now(call.integer(0));
    call.memory().putLong(result, time);
  }

  /** Returns the time of a clock, or answers {@code NOTSUP} or {@code INVAL}. */
  long now(int id) throws Fault {
    return switch (id) {
      case REALTIME -> clock.realtimeNanos(budget);
      case MONOTONIC -> clock.monotonicNanos(budget);
      case PROCESS_CPU_TIME, THREAD_CPU_TIME -> throw Errno.NOTSUP.fault();
      default -> throw Errno.INVAL.fault();
    };
  }

  void sleep(long nanos) {
    clock.sleep(nanos, budget);
  }
}
