package dev.cloche.egress;

/** Where one reading of a text stands in the patterns. Belongs to one stream. */
final class PatternMatcher implements ByteSink {
  /** No position. */
  static final long NOWHERE = Long.MAX_VALUE;

  /**
   * How many bytes that are no symbols may stand between two of a secret: a line end and some
   * indentation. It bounds what a stream holds back.
   */
  private static final int MAX_GAP = 16;

  private final PatternTree tree;
  private final Redactions redactions;
  private final long[] starts;
  private long count;
  private int state;
  private int gap;

  PatternMatcher(PatternTree tree, Redactions redactions) {
    this.tree = tree;
    this.redactions = redactions;
    this.starts = new long[Integer.highestOneBit(Math.max(1, tree.maxDepth())) * 2];
  }

  @Override
  public void accept(int value, long start, long end) {
    int symbol = SecretSymbols.fold(value);
    if (symbol == SecretSymbols.NONE) {
      skip();
      return;
    }
    gap = 0;
    starts[(int) count & (starts.length - 1)] = start;
    count++;
    state = tree.next(state, symbol);
    int length = tree.matchLength(state);
    if (length > 0) {
      redactions.add(startOfLast(length), end);
    }
  }

  private void skip() {
    if (++gap > MAX_GAP) {
      state = PatternTree.ROOT;
    }
  }

  private long startOfLast(int symbols) {
    return starts[(int) (count - symbols) & (starts.length - 1)];
  }

  /** Where what may become a secret begins; {@link #NOWHERE} if there is no such thing. */
  long earliest() {
    int depth = tree.depth(state);
    return depth == 0 ? NOWHERE : startOfLast(depth);
  }

  /** Whether both will find the same from here on. */
  boolean agreesWith(PatternMatcher other) {
    return state == other.state
        && (state == PatternTree.ROOT || (gap == other.gap && earliest() == other.earliest()));
  }

  /** Takes over where another stands. */
  void copy(PatternMatcher other) {
    state = other.state;
    gap = other.gap;
    int depth = tree.depth(state);
    count = depth;
    for (int i = 0; i < depth; i++) {
      starts[i] = other.startOfLast(depth - i);
    }
  }
}
