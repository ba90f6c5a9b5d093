package dev.cloche.cli.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes messages to a stream, one a line, on a thread of its own: who sends never waits for a
 * client that does not read. What has waited too long in vain is dropped, if it may be.
 * Thread-safe.
 */
final class Outbound {

  /** 500 messages that wait; notices beyond that are dropped. */
  private static final int MAX_WAITING = 500;

  private final OutputStream stream;
  private final Runnable atFailure;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final Thread writer;
  private boolean ended;
  private boolean failed;

  /**
   * Starts one.
   *
   * @param atFailure run once if the stream fails; nothing can be written then
   */
  Outbound(OutputStream stream, Runnable atFailure) {
    this.stream = stream;
    this.atFailure = atFailure;
    this.writer = McpServer.daemons("cloche-mcp-out").newThread(this::write);
    writer.start();
  }

  /**
   * Sends a message.
   *
   * @param mayBeDropped whether it is a notice that the client can do without
   */
  synchronized void send(byte[] message, boolean mayBeDropped) {
    if (!ended && !failed && !(mayBeDropped && waiting.size() >= MAX_WAITING)) {
      waiting.add(message);
      notifyAll();
    }
  }

  /** Takes no more, and waits until what was sent is written, for so long at most. */
  void end(long millis) {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    try {
      writer.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    try {
      for (byte[] message = next(); message.length > 0; message = next()) {
        stream.write(message);
        stream.write('\n');
        stream.flush();
      }
    } catch (IOException nobodyReads) {
      fail();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fail() {
    synchronized (this) {
      failed = true;
      waiting.clear();
    }
    atFailure.run();
  }

  /** Returns the next message; an empty one where there are no more. */
  private synchronized byte[] next() throws InterruptedException {
    while (waiting.isEmpty() && !ended) {
      wait();
    }
    return waiting.isEmpty() ? new byte[0] : waiting.remove();
  }
}
