package dev.cloche.egress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The unused lanes of one egress: a few, and for a short while. Thread-safe. */
final class Lanes {
  /** More than a tool talks to at a time. */
  private static final int MAX_IDLE = 8;

  private final Deque<Idle> idle = new ArrayDeque<>();
  private boolean closed;

  /** Takes out a lane that was made for the same, or returns null. */
  @Nullable Lane take(LaneKey key) {
    long now = System.nanoTime();
    synchronized (this) {
      Iterator<Idle> each = idle.descendingIterator();
      while (each.hasNext()) {
        Idle next = each.next();
        if (next.lane.key().equals(key) && next.usable(now)) {
          each.remove();
          return next.lane;
        }
      }
    }
    return null;
  }

  /** Keeps a lane whose exchange is over, for the next. */
  void give(Lane lane) {
    lane.rest();
    Lane tooMany = null;
    synchronized (this) {
      if (closed || !lane.hasConnection()) {
        tooMany = lane;
      } else {
        idle.addLast(new Idle(lane, System.nanoTime()));
        if (idle.size() > MAX_IDLE) {
          tooMany = idle.removeFirst().lane;
        }
      }
    }
    if (tooMany != null) {
      tooMany.retire();
    }
  }

  /** Closes unused connections that a credential went over. */
  void evict(String credential) {
    evict(lane -> lane.key().credential().filter(credential::equals).isPresent());
  }

  /** Closes all unused connections. */
  void evictAll() {
    evict(lane -> true);
  }

  /** Closes all unused connections, and keeps none from now on. */
  void close() {
    synchronized (this) {
      closed = true;
    }
    evictAll();
  }

  private void evict(java.util.function.Predicate<Lane> which) {
    Deque<Lane> evicted = new ArrayDeque<>();
    synchronized (this) {
      idle.removeIf(
          each -> {
            boolean out = which.test(each.lane);
            if (out) {
              evicted.add(each.lane);
            }
            return out;
          });
    }
    evicted.forEach(Lane::retire);
  }

  private record Idle(Lane lane, long since) {
    boolean usable(long now) {
      return now - since < TimeUnit.SECONDS.toNanos(Lane.IDLE_SECONDS) && lane.hasConnection();
    }
  }
}
