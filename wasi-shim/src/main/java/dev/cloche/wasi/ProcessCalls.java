package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/** The functions on the guest as a process: {@code proc_*} and {@code sched_yield}. */
@SuppressWarnings("DoNotCallSuggester") // called through the function table only
final class ProcessCalls {
  /** Ends the call. */
  void exit(Call call) {
    throw new ProcExit(call.integer(0));
  }

  /** There are no signals. */
  void raise(Call call) throws Fault {
    throw Errno.NOTSUP.fault();
  }

  /** There is no other thread to run, but a moment to look at the deadline. */
  void schedYield(Call call) {
    call.budget().checkpoint();
  }
}
