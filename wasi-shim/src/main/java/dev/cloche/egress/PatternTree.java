package dev.cloche.egress;

import java.util.Arrays;
import java.util.List;

/**
 * All patterns in one automaton (Aho and Corasick, 1975). Immutable.
 *
 * <p>A state is a prefix of some pattern, the longest that the input ends with; 0 is the empty one.
 * Steps are linear in the input over all, whatever the patterns: falling back undoes steps forward.
 * Children are lists, since nearly all states have one; only the root has a table. About 17 bytes a
 * state.
 */
final class PatternTree {
  /** The state of no prefix. */
  static final int ROOT = 0;

  private final int[] fromRoot = new int[256];
  private byte[] symbol = new byte[64];
  private int[] child = new int[64];
  private int[] sibling = new int[64];
  private int[] fallback = new int[64];
  private int[] depth = new int[64];
  private int[] match = new int[64];
  private int size = 1;
  private int maxDepth;

  PatternTree(List<byte[]> patterns) {
    for (byte[] pattern : patterns) {
      add(pattern);
    }
    link();
  }

  /** Returns the state after one more symbol. */
  int next(int state, int value) {
    int at = state;
    while (at != ROOT) {
      int found = childOf(at, value);
      if (found != ROOT) {
        return found;
      }
      at = fallback[at];
    }
    return fromRoot[value];
  }

  /** How many symbols the state's prefix has. */
  int depth(int state) {
    return depth[state];
  }

  /** The length of the longest pattern that ends in this state; 0 if none does. */
  int matchLength(int state) {
    return match[state];
  }

  /** The length of the longest pattern. */
  int maxDepth() {
    return maxDepth;
  }

  private int childOf(int state, int value) {
    if (state == ROOT) {
      return fromRoot[value];
    }
    int found = child[state];
    while (found != ROOT && (symbol[found] & 0xff) != value) {
      found = sibling[found];
    }
    return found;
  }

  private void add(byte[] pattern) {
    int at = ROOT;
    for (byte b : pattern) {
      int found = childOf(at, b & 0xff);
      at = found == ROOT ? addChild(at, b) : found;
    }
    match[at] = pattern.length;
    maxDepth = Math.max(maxDepth, pattern.length);
  }

  private int addChild(int parent, byte value) {
    if (size == symbol.length) {
      grow();
    }
    int added = size++;
    symbol[added] = value;
    depth[added] = depth[parent] + 1;
    sibling[added] = child[parent];
    child[parent] = added;
    if (parent == ROOT) {
      fromRoot[value & 0xff] = added;
    }
    return added;
  }

  private void grow() {
    int length = size * 2;
    symbol = Arrays.copyOf(symbol, length);
    child = Arrays.copyOf(child, length);
    sibling = Arrays.copyOf(sibling, length);
    fallback = Arrays.copyOf(fallback, length);
    depth = Arrays.copyOf(depth, length);
    match = Arrays.copyOf(match, length);
  }

  /** Links each state to its longest proper suffix that is a state, shallow ones first. */
  private void link() {
    int[] queue = new int[size];
    int end = 1;
    for (int begin = 0; begin < end; begin++) {
      int state = queue[begin];
      for (int next = child[state]; next != ROOT; next = sibling[next]) {
        fallback[next] = state == ROOT ? ROOT : next(fallback[state], symbol[next] & 0xff);
        match[next] = Math.max(match[next], match[fallback[next]]);
        queue[end++] = next;
      }
    }
  }
}
