package dev.cloche.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a user most likely meant. */
public final class Suggestions {

  private Suggestions() {}

  /** Returns the candidate nearest to {@code typed}, unless all are too far to be meant. */
  public static Optional<String> nearest(String typed, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> isNear(typed, candidate))
        .min(
            Comparator.<String>comparingInt(candidate -> distance(typed, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** One slip for every three letters, and a beginning of at least two. */
  private static boolean isNear(String typed, String candidate) {
    int allowed = Math.max(1, Math.max(typed.length(), candidate.length()) / 3);
    return distance(typed, candidate) <= allowed
        || (typed.length() >= 2 && candidate.startsWith(typed));
  }

  /** Edit distance in which swapping two neighbours is one step; letter case counts for nothing. */
  static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int step(int[][] cost, String a, String b, int i, int j) {
    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int best = Math.min(cost[i - 1][j - 1] + change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, 1 + cost[i - 2][j - 2]) : best;
  }
}
