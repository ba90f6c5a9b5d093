package dev.cloche.workspace;

/**
 * How much a workspace may hold. Guests that want more are answered {@code ENOSPC}.
 *
 * @param bytes the bytes of all files (their logical size, holes included), of link targets and of
 *     names; 0 to 1 TiB
 * @param nodes the directory entries, and the nodes that are open without having a name; 1 to
 *     10,000,000; each costs up to about 300 bytes of heap beyond its content
 * @param depth how deep directories nest, where a file in the root has depth 1; 1 to 512
 */
public record WorkspaceLimits(long bytes, int nodes, int depth) {
  /** 64 MiB: more than a tool's usual output, and small beside a default heap. */
  public static final long DEFAULT_BYTES = 64L << 20;

  /** 10,000 nodes: a large source tree; about 3 MB of heap. */
  public static final int DEFAULT_NODES = 10_000;

  /** 64 levels: deeper than real trees, shallow enough for every walk over the tree. */
  public static final int DEFAULT_DEPTH = 64;

  /** 1 TiB. */
  public static final long MAX_BYTES = 1L << 40;

  /** Ten million. */
  public static final int MAX_NODES = 10_000_000;

  /** 512 levels. */
  public static final int MAX_DEPTH = 512;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public WorkspaceLimits {
    requireRange("workspace bytes", bytes, 0, MAX_BYTES);
    requireRange("workspace nodes", nodes, 1, MAX_NODES);
    requireRange("workspace depth", depth, 1, MAX_DEPTH);
  }

  /** Returns 64 MiB, 10,000 nodes and 64 levels. */
  public static WorkspaceLimits defaults() {
    return new WorkspaceLimits(DEFAULT_BYTES, DEFAULT_NODES, DEFAULT_DEPTH);
  }

  private static void requireRange(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " limit " + value + " is not between " + least + " and " + most);
    }
  }
}
