package dev.cloche.egress;

import java.time.Duration;

/** How long a call may still wait, and word of its end. Called on the guest's thread. */
public interface Patience {

  /** The time left; zero or negative when it is over. */
  Duration left();

  /**
   * Has {@code cut} run once, on whatever thread, when the call is cancelled or out of time before
   * {@link Registration#close}; at once if it already is. {@code cut} does not block.
   */
  Registration onEnd(Runnable cut);

  /** Returns the patience of who never gives up: for tests and for requests outside of calls. */
  static Patience endless() {
    return EndlessPatience.INSTANCE;
  }

  /** Takes back what was asked for. */
  interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
