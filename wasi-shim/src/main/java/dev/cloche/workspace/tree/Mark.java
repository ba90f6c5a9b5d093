package dev.cloche.workspace.tree;

/**
 * A state of a volume that can be gone back to. It holds nothing itself: the {@link History} keeps
 * what changed since, for as long as someone holds the mark.
 */
public final class Mark {
  private final History history;
  private final long number;
  private final long bytes;
  private final int nodes;
  private boolean released;

  Mark(History history, long number, long bytes, int nodes) {
    this.history = history;
    this.number = number;
    this.bytes = bytes;
    this.nodes = nodes;
  }

  boolean isOf(History other) {
    return history == other;
  }

  /** Returns the number of the epoch that began with this mark. */
  long number() {
    return number;
  }

  /** Returns the bytes that were counted, without what was open only. */
  long bytes() {
    return bytes;
  }

  /** Returns the nodes that were counted, without what was open only. */
  int nodes() {
    return nodes;
  }

  boolean isReleased() {
    return released;
  }

  void release() {
    released = true;
  }
}
