package dev.cloche.egress;

/**
 * Ends an exchange from another thread: the guest's call is over, a lease was revoked, rules
 * changed, the session closed. Thread-safe; nothing in it blocks.
 *
 * <p>There is one thing at a time that the exchange may wait in, a look-up, a connection, a pipe;
 * it says how to break it off. Once cut, whatever comes after is broken off at once.
 */
final class Cut {
  private Runnable breakOff = () -> {};
  private boolean done;

  /** Cuts; may be called again. */
  synchronized void cut() {
    done = true;
    breakOff.run();
  }

  synchronized boolean isDone() {
    return done;
  }

  /** Says how to break off what comes now, in place of what came before. */
  synchronized void waitingIn(Runnable howToBreakOff) {
    breakOff = howToBreakOff;
    if (done) {
      howToBreakOff.run();
    }
  }

  /** There is nothing to break off any more: what it was belongs to others from now on. */
  synchronized void waitingInNothing() {
    breakOff = () -> {};
  }
}
