package dev.cloche.run;

import dev.cloche.wasi.GuestInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Standard input from a stream whose reads may block.
 *
 * <p>A thread of its own reads, one buffer ahead; the guest waits for it no longer than its
 * deadline. When a call ends while the thread is in a read, the thread ends with that read.
 */
final class StdinPump implements GuestInput {

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream source;
  private final Deadline deadline;
  private boolean started;
  private byte[] ahead = new byte[BUFFER_BYTES];
  private int position;

  /** Bytes in {@code ahead}; 0 while the thread is to read, -1 at the end. */
  private volatile int available;

  private volatile boolean failed;
  private volatile boolean closed;

  StdinPump(InputStream source, Deadline deadline) {
    this.source = source;
    this.deadline = deadline;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    startOnce();
    deadline.await(() -> available != 0, Long.MAX_VALUE);
    if (failed) {
      throw new UncheckedIOException(new IOException("standard input failed"));
    }
    if (available < 0) {
      return -1;
    }
    int count = Math.min(length, available - position);
    System.arraycopy(ahead, position, buffer, offset, count);
    position += count;
    if (position == available) {
      position = 0;
      refill();
    }
    return count;
  }

  private void startOnce() {
    if (!started) {
      started = true;
      Thread thread = new Thread(this::pump, "cloche-stdin");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void pump() {
    int count = 0;
    while (count >= 0 && !closed) {
      try {
        count = source.read(ahead, 0, BUFFER_BYTES);
      } catch (Throwable e) {
        // Whatever the embedder's stream throws, the guest must not wait for a dead thread.
        failed = true;
        count = -1;
      }
      if (count != 0) {
        available = count;
        deadline.signal();
        awaitEmpty();
      }
    }
  }

  private synchronized void refill() {
    available = 0;
    notifyAll();
  }

  private synchronized void awaitEmpty() {
    try {
      while (available > 0 && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  /** Lets the thread end. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
