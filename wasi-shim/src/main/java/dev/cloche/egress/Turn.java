package dev.cloche.egress;

/**
 * Whose turn it is at an exchange: its guest's, which is inside a call, or that of whoever closes
 * it. Thread-safe.
 */
final class Turn {
  private boolean guestIn;
  private boolean closed;
  private boolean finished;

  /** The guest comes in; false if there is nothing left to do. */
  synchronized boolean begin() {
    guestIn = !closed && !finished;
    return guestIn;
  }

  /** The guest leaves; true if it was closed meanwhile, and has to be finished. */
  synchronized boolean end() {
    guestIn = false;
    return closed && !finished;
  }

  /** It is closed; true if nobody is inside, and it has to be finished. */
  synchronized boolean close() {
    closed = true;
    return !guestIn && !finished;
  }

  /** It is finished; false if it already was. */
  synchronized boolean finish() {
    boolean first = !finished;
    finished = true;
    return first;
  }
}
