package dev.cloche.workspace.tree;

/**
 * Counts what the tree holds against its limits, exactly.
 *
 * <p>Bytes are the logical size of files, the targets of symbolic links, and all names, in UTF-8.
 * Nodes are directory entries (so a hard link counts too: it costs memory like any other), plus
 * nodes that have no name left but are still open. The root is free.
 */
final class Quota {
  private final long maxBytes;
  private final int maxNodes;
  private long bytes;
  private int nodes;

  Quota(long maxBytes, int maxNodes) {
    this.maxBytes = maxBytes;
    this.maxNodes = maxNodes;
  }

  long bytes() {
    return bytes;
  }

  int nodes() {
    return nodes;
  }

  /** Takes bytes and nodes, or takes nothing and answers {@code NOSPC}. */
  void take(long moreBytes, int moreNodes) throws Fault {
    if (moreBytes > maxBytes - bytes || moreNodes > maxNodes - nodes) {
      throw Errno.NOSPC.fault();
    }
    bytes += moreBytes;
    nodes += moreNodes;
  }

  void giveBack(long fewerBytes, int fewerNodes) {
    bytes -= fewerBytes;
    nodes -= fewerNodes;
  }
}
