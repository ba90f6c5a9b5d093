package dev.cloche.workspace.tree;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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
  private @Nullable Map<String, Original> originals;
  private Set<String> counted = Set.of();

  Underlay(LowerDirectory source, long now) {
    this.source = source;
    this.now = now;
  }

  /** Returns what shows through a directory that a commit has just made on the host. */
  static Underlay ofNew(LowerDirectory source, long now) {
    Underlay underlay = new Underlay(source, now);
    underlay.originals = new HashMap<>();
    return underlay;
  }

  /** Returns what shows through a directory that was read, in a tree that is made again. */
  static Underlay ofListed(LowerDirectory source, long now, Set<String> names) {
    Underlay underlay = ofNew(source, now);
    underlay.counted = Set.copyOf(names);
    return underlay;
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

  /**
   * What the host has under a name, as far as is known.
   *
   * @param node the node that stands for it while it has this name
   * @param file the file of the host, if it is one
   */
  record Original(Node node, @Nullable LowerFile file) {}

  /** Takes note of what was read. */
  void load(Map<String, Node> nodes) {
    originals = new HashMap<>();
    nodes.forEach(
        (name, node) ->
            committed(name, node, node instanceof RegularFile file ? file.lower() : null));
    counted = Set.copyOf(nodes.keySet());
  }

  /** Returns what is on the host, by name; empty before it was read. */
  Map<String, Original> originals() {
    return originals == null ? Map.of() : originals;
  }

  /** Takes note that the host now has this node under this name, or, if null, nothing. */
  void committed(String name, @Nullable Node node, @Nullable LowerFile file) {
    if (originals != null && node != null) {
      originals.put(name, new Original(node, file));
    } else if (originals != null) {
      originals.remove(name);
    }
  }

  /** Returns the names that were counted when they were read; this never changes afterwards. */
  Set<String> counted() {
    return counted;
  }
}
