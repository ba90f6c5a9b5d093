package dev.cloche.workspace.tree;

/**
 * One path that two states of a tree differ in.
 *
 * @param path the path from the root, without a leading slash
 * @param kind what is there now; for what is gone, what was there
 * @param before the size it had; {@link #NONE} if nothing was there
 * @param after the size it has; {@link #NONE} if nothing is there
 */
public record Difference(String path, Kind kind, long before, long after) {
  /** The size of nothing. */
  public static final long NONE = -1;
}
