package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/** The functions on the guest as a process: {@code proc_*} and {@code sched_yield}. */
@SuppressWarnings("DoNotCallSuggester") // called through the function table only
final class ProcessCalls {
  private static final int HIGHEST_SIGNAL = 30;

  /** {@code CHLD}, {@code CONT}, {@code URG}, {@code WINCH}: POSIX ignores them by default. */
  private static final int IGNORED_SIGNALS = 1 << 16 | 1 << 17 | 1 << 22 | 1 << 27;

  /** Ends the call. */
  void exit(Call call) {
    throw new ProcExit(call.integer(0));
  }

  /**
   * Ends the call, but for signals that are ignored by default, and for 0, which only asks whether
   * there is a process. A signal that stops also ends: nobody could continue the guest.
   */
  void raise(Call call) throws Fault {
    long signal = call.unsigned(0);
    if (signal > HIGHEST_SIGNAL) {
      throw Errno.INVAL.fault();
    }
    if (signal != 0 && (1 << signal & IGNORED_SIGNALS) == 0) {
      throw new GuestSignal((int) signal);
    }
  }

  /** There is no other thread to run, but a moment to look at the deadline. */
  void schedYield(Call call) {
    call.budget().checkpoint();
  }
}
