package dev.cloche;

/** A call under way. Thread-safe. */
public interface Running {

  /**
   * Asks the guest to stop; returns at once. The call then ends in {@link Outcome.Cancelled} within
   * a few slices of fuel (some 10 ms), also where the guest waits in a host call; a native command
   * when all its processes are gone. No effect on a call that has ended.
   */
  void cancel();

  /** Whether the call has ended. */
  boolean isDone();

  /**
   * Returns the fuel that the guest has used, as of its last slice (some 10 ms ago at most); 0
   * before it starts, and for a native command. What counts is in the outcome.
   */
  default long fuelUsed() {
    return 0;
  }

  /**
   * Waits for the end of the call.
   *
   * <p>If the waiting thread is interrupted, the call is cancelled, its outcome returned, and the
   * thread's interrupt flag set again.
   */
  Outcome await();
}
