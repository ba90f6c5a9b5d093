package dev.cloche.workspace.tree;

/**
 * Counts what the tree holds against its limits, exactly.
 *
 * <p>Bytes are the logical size of files, the targets of symbolic links, and all names, in UTF-8.
 * Nodes are directory entries (so a hard link counts too: it costs memory like any other), plus
 * nodes that have no name left but are still open. The root is free.
 *
 * <p>What is held for good is the listing of each host directory that was read: its names, its
 * nodes and its link targets. The bytes of a host file count once a guest changed it. Snapshots do
 * not count: guests cannot make them, and each retains no more than one tree of this size.
 */
final class Quota {
  private final long maxBytes;
  private final int maxNodes;
  private long bytes;
  private int nodes;
  private long heldBytes;
  private int heldNodes;

  Quota(long maxBytes, int maxNodes) {
    this.maxBytes = maxBytes;
    this.maxNodes = maxNodes;
  }

  long maxBytes() {
    return maxBytes;
  }

  int maxNodes() {
    return maxNodes;
  }

  /** Returns all bytes. */
  long bytes() {
    return bytes + heldBytes;
  }

  /** Returns all nodes. */
  int nodes() {
    return nodes + heldNodes;
  }

  /** Returns the bytes without those held for good. */
  long ownBytes() {
    return bytes;
  }

  /** Returns the nodes without those held for good. */
  int ownNodes() {
    return nodes;
  }

  int nodesLeft() {
    return Math.max(0, maxNodes - nodes());
  }

  /** Answers {@code NOSPC} if so much could not be taken. */
  void require(long moreBytes, int moreNodes) throws Fault {
    // What is given back is welcome even when going back to a snapshot left more than allowed.
    if ((moreBytes > 0 && moreBytes > maxBytes - bytes())
        || (moreNodes > 0 && moreNodes > maxNodes - nodes())) {
      throw Errno.NOSPC.fault();
    }
  }

  /** Takes bytes and nodes, or takes nothing and answers {@code NOSPC}. */
  void take(long moreBytes, int moreNodes) throws Fault {
    require(moreBytes, moreNodes);
    force(moreBytes, moreNodes);
  }

  /** Takes what cannot be refused any more. */
  void force(long moreBytes, int moreNodes) {
    bytes += moreBytes;
    nodes += moreNodes;
  }

  void giveBack(long fewerBytes, int fewerNodes) {
    force(-fewerBytes, -fewerNodes);
  }

  /** Takes for good, or takes nothing and answers {@code NOSPC}. */
  void hold(long moreBytes, int moreNodes) throws Fault {
    require(moreBytes, moreNodes);
    heldBytes += moreBytes;
    heldNodes += moreNodes;
  }

  /** Goes back to what counted at a mark; what is held for good stays. */
  void goBack(long ownBytes, int ownNodes) {
    bytes = ownBytes;
    nodes = ownNodes;
  }
}
