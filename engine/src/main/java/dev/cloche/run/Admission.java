package dev.cloche.run;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps what running calls may take together within the Java heap: a call that would not fit is
 * refused at its start, so that none fails in the middle for want of heap, least of all another's.
 *
 * <p>Thread-safe, without locks: all calls of an engine meet here.
 */
final class Admission {

  /** Linear memories may take three quarters; the rest is for code, workspaces and the embedder. */
  private static final double SHARE = 0.75;

  private final long capacity;
  private final AtomicLong reserved = new AtomicLong();

  Admission() {
    this((long) (Runtime.getRuntime().maxMemory() * SHARE));
  }

  Admission(long capacity) {
    this.capacity = capacity;
  }

  /** Reserves, or throws with the reason. */
  void admit(long bytes) throws RefusedException {
    long taken = reserved.get();
    while (bytes <= capacity - taken) {
      if (reserved.compareAndSet(taken, taken + bytes)) {
        return;
      }
      taken = reserved.get();
    }
    throw new RefusedException(
        "call refused: its memory of up to "
            + (bytes >> 20)
            + " MiB does not fit beside "
            + (taken >> 20)
            + " MiB of running calls in "
            + (capacity >> 20)
            + " MiB, three quarters of the Java heap; lower the memory limit or raise -Xmx");
  }

  /** What is reserved now, in bytes. */
  long reserved() {
    return reserved.get();
  }

  /** What all calls together may reserve. */
  long capacity() {
    return capacity;
  }

  void release(long bytes) {
    reserved.addAndGet(-bytes);
  }
}
