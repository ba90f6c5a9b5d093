package dev.cloche.workspace.tree;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of the host shows through a directory: the place on the host, and, once it was looked at,
 * the nodes that stand for its entries.
 *
 * <p>The host directory is read once, at first use, so that names, numbers and cookies stay as they
 * were first seen. What was read stays counted in the quota for good, also where a guest deleted
 * it: the name must be remembered, or it would show through again.
 */
final class Underlay {
  private final LowerDirectory source;
  private final long now;
  private @Nullable Map<String, Node> originals;

  Underlay(LowerDirectory source, long now) {
    this.source = source;
    this.now = now;
  }

  LowerDirectory source() {
    return source;
  }

  /** Returns the time that all nodes of the mount begin with; the host's times never show. */
  long now() {
    return now;
  }

  boolean isLoaded() {
    return originals != null;
  }

  /** Returns the nodes as first read, by name; empty before. */
  Map<String, Node> originals() {
    return originals == null ? Map.of() : originals;
  }

  /** Takes note of what was read; a commit brings it up to date. */
  void setOriginals(Map<String, Node> nodes) {
    originals = Map.copyOf(nodes);
  }
}
