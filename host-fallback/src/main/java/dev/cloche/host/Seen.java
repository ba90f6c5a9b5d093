package dev.cloche.host;

import dev.cloche.workspace.NodeKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a file system said of one node. Two that are equal are the same node, unchanged: a command
 * can set a node's time of modification, but not its time of change.
 *
 * @param kind what it is
 * @param inode its number
 * @param size the size in bytes
 * @param modified when its bytes changed, in ns since 1970, or what somebody set
 * @param changed when it changed, in ns since 1970
 * @param target where a link leads; empty for others
 */
record Seen(NodeKind kind, long inode, long size, long modified, long changed, String target) {

  /** For directories, only that they are there counts: what is in them is seen by itself. */
  boolean isSameAs(Seen other) {
    return kind == NodeKind.DIRECTORY ? other.kind() == kind : equals(other);
  }

  /**
   * All nodes of a tree at a time.
   *
   * @param nodes by their path, relative, parents before what is in them
   * @param leftOut what is there and cannot be in a workspace
   * @param taken when the scan began, in ns since 1970
   */
  record Tree(Map<String, Seen> nodes, List<NativeResult.LeftOut> leftOut, long taken) {
    /** On older kernels, times of change are as coarse as the clock's tick, 10 ms at most. */
    private static final long TICK_NANOS = 20_000_000;

    Tree {
      nodes = new TreeMap<>(nodes);
      leftOut = List.copyOf(leftOut);
    }

    /** A tree with nothing in it. */
    static Tree empty() {
      return new Tree(Map.of(), List.of(), 0);
    }

    /** Tells whether nothing is new, gone or changed since another look, as far as can be seen. */
    boolean isSameAs(Tree before) {
      if (!leftOut.isEmpty() || nodes.size() != before.nodes.size()) {
        return false;
      }
      for (Map.Entry<String, Seen> each : nodes.entrySet()) {
        if (!isSame(each, before)) {
          return false;
        }
      }
      return true;
    }

    private static boolean isSame(Map.Entry<String, Seen> now, Tree before) {
      Seen old = before.nodes.get(now.getKey());
      return old != null && now.getValue().isSameAs(old) && !before.mayHide(old);
    }

    /**
     * Tells whether a node may have changed since without a sign of it: it had changed so shortly
     * before the scan that another change can have the same time.
     */
    boolean mayHide(Seen node) {
      return node.changed() > taken - TICK_NANOS;
    }
  }
}
