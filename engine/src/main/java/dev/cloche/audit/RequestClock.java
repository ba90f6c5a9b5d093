package dev.cloche.audit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * How long requests take, from the decision to the end. Equal requests that overlap are matched
 * first to first. Bounded: beyond that a duration is unknown, nothing else. Thread-safe.
 */
final class RequestClock {

  private static final int MOST = 1024;
  private static final long UNKNOWN = -1;

  private final Map<String, Deque<Long>> begun = new HashMap<>();
  private int count;

  synchronized void begin(String method, String url) {
    if (count < MOST) {
      begun.computeIfAbsent(method + ' ' + url, k -> new ArrayDeque<>()).add(System.nanoTime());
      count++;
    }
  }

  /** Returns milliseconds, or -1 if unknown. */
  synchronized long end(String method, String url) {
    String key = method + ' ' + url;
    Deque<Long> times = begun.get(key);
    if (times == null) {
      return UNKNOWN;
    }
    long start = times.remove();
    count--;
    if (times.isEmpty()) {
      begun.remove(key);
    }
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
