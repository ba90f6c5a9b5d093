package dev.cloche.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one document; not thread-safe. */
final class Problems {

  /** Enough to work through; a hostile document has no end of them. */
  private static final int MAX = 100;

  private final List<PolicyProblem> found = new ArrayList<>();

  void add(int line, int column, String key, String message) {
    if (found.size() < MAX) {
      found.add(new PolicyProblem(line, column, key, message));
    }
  }

  void add(Node at, String key, String message) {
    add(at.line(), at.column(), key, message);
  }

  /** Returns whether nothing was found since there were {@code before} problems. */
  boolean noneSince(int before) {
    return found.size() == before;
  }

  int count() {
    return found.size();
  }

  /** Throws if there is any. */
  void refuse() {
    if (!found.isEmpty()) {
      found.sort(
          Comparator.comparingInt(PolicyProblem::line).thenComparingInt(PolicyProblem::column));
      throw new PolicyException(found);
    }
  }
}
