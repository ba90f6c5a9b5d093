package dev.cloche.host.network;

import dev.cloche.egress.Egress;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What is behind the doors of a session while one command runs: its connections, each on a thread
 * of its own, and its egress. When the command ended, all are cut, and none comes after.
 * Thread-safe.
 */
public final class Gate implements AutoCloseable {
  /** Connections at a time; the egress has a bound of its own on what it has open. */
  private static final int MAX_CONNECTIONS = 64;

  /** For threads to see that their connections were cut. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Egress egress;
  private final CommandPatience patience;
  private final Map<Thread, SocketChannel> open = new HashMap<>();
  private boolean closed;

  /**
   * Makes one.
   *
   * @param egress decides and dials; the caller's to close, after this
   * @param wall the time that the command has
   */
  public Gate(Egress egress, Duration wall) {
    this.egress = egress;
    this.patience = new CommandPatience(wall);
  }

  /** Takes a connection over. */
  void take(Route route, SocketChannel channel) {
    Thread thread = new Thread(() -> hold(route, channel), "cloche-network");
    thread.setDaemon(true);
    synchronized (this) {
      if (!closed && open.size() < MAX_CONNECTIONS) {
        open.put(thread, channel);
        thread.start();
        return;
      }
    }
    close(channel);
  }

  private void hold(Route route, SocketChannel channel) {
    try (Wire wire = new Wire(channel)) {
      new Conversation(route, wire, egress, patience).hold();
    } catch (IOException gone) {
      // The command closed it, or it was cut.
    } catch (RuntimeException notRecorded) {
      // What cannot be recorded does not happen; the command sees its connection end.
      close(channel);
    } finally {
      forget();
    }
  }

  private synchronized void forget() {
    open.remove(Thread.currentThread());
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException gone) {
      // It is closed as far as anybody can tell.
      return;
    }
  }

  /** Cuts all connections, and waits for their threads, as long as that makes sense. */
  @Override
  public void close() {
    Map<Thread, SocketChannel> left;
    synchronized (this) {
      closed = true;
      left = Map.copyOf(open);
    }
    patience.end();
    left.values().forEach(Gate::close);
    join(List.copyOf(left.keySet()));
  }

  private static void join(List<Thread> threads) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    boolean interrupted = false;
    for (Thread each : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      try {
        each.join(Math.max(1, left));
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
