package dev.cloche.run;

/**
 * Keeps what running calls may take together within the Java heap: a call that would not fit is
 * refused at its start, so that none fails in the middle for want of heap, least of all another's.
 *
 * <p>Thread-safe.
 */
final class Admission {

  /** Linear memories may take three quarters; the rest is for code, workspaces and the embedder. */
  private static final double SHARE = 0.75;

  private final long capacity;
  private long reserved;

  Admission() {
    this((long) (Runtime.getRuntime().maxMemory() * SHARE));
  }

  Admission(long capacity) {
    this.capacity = capacity;
  }

  /** Reserves, or throws with the reason. */
  synchronized void admit(long bytes) throws RefusedException {
    if (bytes > capacity - reserved) {
      throw new RefusedException(
          "call refused: its memory of up to "
              + (bytes >> 20)
              + " MiB does not fit beside "
              + (reserved >> 20)
              + " MiB of running calls in "
              + (capacity >> 20)
              + " MiB, three quarters of the Java heap; lower the memory limit or raise -Xmx");
    }
    reserved += bytes;
  }

  /** What all calls together may reserve. */
  long capacity() {
    return capacity;
  }

  synchronized void release(long bytes) {
    reserved -= bytes;
  }
}
