package dev.cloche.egress;

import java.util.Map;
import java.util.TreeMap;

/** The parts of a text that are to go and are not gone yet. Parts that overlap are one. */
final class Redactions {
  private final TreeMap<Long, Long> ends = new TreeMap<>();
  private boolean any;

  /** Adds the part from {@code start} to before {@code end}. */
  void add(long start, long end) {
    any = true;
    long from = start;
    long to = end;
    Map.Entry<Long, Long> other = ends.lowerEntry(to);
    while (other != null && other.getValue() > from) {
      from = Math.min(from, other.getKey());
      to = Math.max(to, other.getValue());
      ends.remove(other.getKey());
      other = ends.lowerEntry(to);
    }
    ends.put(from, to);
  }

  /** Where the first part begins; {@link PatternMatcher#NOWHERE} if there is none. */
  long firstStart() {
    return ends.isEmpty() ? PatternMatcher.NOWHERE : ends.firstKey();
  }

  /** Takes the first part out and returns its end. */
  long removeFirst() {
    return ends.pollFirstEntry().getValue();
  }

  /** Whether there ever was one. */
  boolean any() {
    return any;
  }
}
