package dev.cloche.wasi;

/**
 * What host functions cost, in fuel. Part of the engine's schedule: changing a number changes what
 * a call costs, so the schedule's version must change with it.
 */
public final class HostCosts {
  /** Every call, whatever it does: about what it costs to leave the guest and come back. */
  public static final long BASE = 100;

  /** Bytes moved for one unit, rounded up, per chunk. */
  static final int BYTES_PER_UNIT = 8;

  /** One unit of work in the tree: a path component, an entry or a node visited. */
  public static final long STEP = 4;

  /** One buffer of a list of buffers, or one subscription. */
  static final long ITEM = 4;

  /** A request asked for: rules are matched and what was decided is recorded. */
  public static final long OPEN = 5_000;

  private HostCosts() {}

  /** Returns what it costs to move so many bytes; not negative. */
  public static long bytes(long count) {
    return (count + BYTES_PER_UNIT - 1) / BYTES_PER_UNIT;
  }
}
