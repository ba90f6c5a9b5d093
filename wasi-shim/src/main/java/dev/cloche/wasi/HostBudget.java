package dev.cloche.wasi;

/**
 * What a guest call may still spend, lent by the engine for that call.
 *
 * <p>Used only on the thread of the guest. Every method may throw a {@link HostStop} of the engine,
 * which passes through the shim.
 */
public interface HostBudget {
  /** Takes fuel, in the units of the engine; ends the call if there is not enough. */
  void charge(long units);

  /** Ends the call if its deadline passed or it was cancelled. */
  void checkpoint();

  /** Waits for at most {@code nanos} nanoseconds; ends the call if that is past its deadline. */
  void sleep(long nanos);

  /** Returns the fuel that the call has used so far; it never decreases. */
  long fuelUsed();
}
