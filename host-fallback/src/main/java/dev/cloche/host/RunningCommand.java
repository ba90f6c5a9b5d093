package dev.cloche.host;

import org.jspecify.annotations.Nullable;

/** The command that a session runs at present, so that closing the session can end it. */
final class RunningCommand {
  private @Nullable CommandRun current;
  private boolean closed;

  /** Sets the command; where the session was closed meanwhile, the command ends at once. */
  synchronized void set(CommandRun run) {
    current = run;
    if (closed) {
      run.cancel();
    }
  }

  synchronized void clear() {
    current = null;
  }

  /** Ends the command that runs, and each that would be next. */
  synchronized void close() {
    closed = true;
    CommandRun run = current;
    if (run != null) {
      run.cancel();
    }
  }

  synchronized boolean isClosed() {
    return closed;
  }
}
