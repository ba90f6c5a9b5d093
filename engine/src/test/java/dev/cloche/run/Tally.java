package dev.cloche.run;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** How often each kind of call was made, and how long each call took. Thread-safe. */
final class Tally<K extends Enum<K>> {

  private final Map<K, long[]> times;
  private final Map<K, Integer> counts;

  Tally(Class<K> kinds) {
    times = new EnumMap<>(kinds);
    counts = new EnumMap<>(kinds);
  }

  synchronized void add(K kind, long nanos) {
    int count = counts.merge(kind, 1, Integer::sum);
    long[] known = times.getOrDefault(kind, new long[16]);
    if (count > known.length) {
      known = Arrays.copyOf(known, 2 * known.length);
    }
    known[count - 1] = nanos;
    times.put(kind, known);
  }

  synchronized int count(K kind) {
    return counts.getOrDefault(kind, 0);
  }

  synchronized int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** A Markdown table: of each kind the calls, and of their milliseconds 50th, 99th and last. */
  synchronized String table() {
    StringBuilder text =
        new StringBuilder("| kind | calls | median ms | p99 ms | longest ms |\n")
            .append("|---|--:|--:|--:|--:|\n");
    counts.forEach(
        (kind, count) -> {
          long[] sorted = Arrays.copyOf(times.get(kind), count);
          Arrays.sort(sorted);
          text.append("| %s | %,d |".formatted(name(kind), count));
          for (int at : new int[] {count / 2, count * 99 / 100, count - 1}) {
            text.append(" %.2f |".formatted(sorted[at] / 1e6));
          }
          text.append('\n');
        });
    return text.toString();
  }

  private static String name(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
