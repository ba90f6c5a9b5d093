package dev.cloche.host;

import org.jspecify.annotations.Nullable;

/** A command on its way, so that it can be ended from another thread, also before it runs. */
final class RunningCommand {
  private @Nullable CommandRun current;
  private boolean cancelled;

  /** Sets what runs for it; where it was ended meanwhile, that ends at once. */
  synchronized void set(CommandRun run) {
    current = run;
    if (cancelled) {
      run.cancel();
    }
  }

  /** Ends what runs for it, and what would be next. */
  synchronized void cancel() {
    cancelled = true;
    CommandRun run = current;
    if (run != null) {
      run.cancel();
    }
  }

  synchronized boolean isCancelled() {
    return cancelled;
  }
}
