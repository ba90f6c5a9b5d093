package dev.cloche.wasi;

/**
 * The guest raised a signal that ends a process, by {@code proc_raise}.
 *
 * <p>There are no handlers in preview1, so what POSIX does by default is all that can happen.
 */
public final class GuestSignal extends HostStop {
  private static final long serialVersionUID = 1L;

  /** What a shell adds to the number of a signal to tell of it in an exit status. */
  private static final int STATUS_BASE = 128;

  private final int number;

  GuestSignal(int number) {
    super("guest raised signal " + number);
    this.number = number;
  }

  /** Returns the number of the signal as preview1 counts them, 1 to 30: 6 is {@code ABRT}. */
  public int number() {
    return number;
  }

  /** Returns the exit status by which a shell tells of the signal: 128 and its number. */
  public int status() {
    return STATUS_BASE + number;
  }
}
