package dev.cloche.policy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The keys that a kind of document may have.
 *
 * @param paths of the keys that say something; {@code []} stands for any item of a list and {@code
 *     *} for any name
 */
record Keys(List<String> paths) {

  static Keys of(List<String> paths) {
    return new Keys(List.copyOf(paths));
  }

  /** Returns the keys of the mapping at a path; of the document, at the empty path. */
  Set<String> below(String path) {
    String prefix = path.isEmpty() ? "" : path + ".";
    Set<String> keys = new LinkedHashSet<>();
    for (String leaf : paths) {
      if (leaf.startsWith(prefix)) {
        keys.add(leaf.substring(prefix.length(), end(leaf, prefix.length())));
      }
    }
    return keys;
  }

  /** Where the key ends that begins at an index: at the next dot or bracket. */
  private static int end(String leaf, int from) {
    int end = from;
    while (end < leaf.length() && leaf.charAt(end) != '.' && leaf.charAt(end) != '[') {
      end++;
    }
    return end;
  }
}
