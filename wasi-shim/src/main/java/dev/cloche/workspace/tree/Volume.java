package dev.cloche.workspace.tree;

/**
 * One tree with its quota: the state that all users of a workspace share.
 *
 * <p>The volume is also the lock: every operation of {@link FileTree} and {@link OpenNodes} runs
 * while holding it, so each is atomic, and calls of a session may come from several threads. No
 * guest call waits for anything while holding it.
 */
public final class Volume {
  private final Quota quota;
  private final int maxDepth;
  private final Directory root;
  private long nextInode = 1;

  /** Creates an empty tree with the given limits. */
  public Volume(long maxBytes, int maxNodes, int maxDepth, long now) {
    this.quota = new Quota(maxBytes, maxNodes);
    this.maxDepth = maxDepth;
    this.root = new Directory(takeInode(), now);
    this.root.links = 1;
  }

  /** Returns the top of the tree. */
  public Directory root() {
    return root;
  }

  /** Returns the bytes that count in the quota. */
  public synchronized long usedBytes() {
    return quota.bytes();
  }

  /** Returns the nodes that count in the quota. */
  public synchronized int usedNodes() {
    return quota.nodes();
  }

  Quota quota() {
    return quota;
  }

  long takeInode() {
    return nextInode++;
  }

  /** Gives a node a name, which must be free; a new node's own weight is taken with it. */
  void link(Directory parent, String name, Node node) throws Fault {
    requireDepth(parent, 1);
    quota.take(Names.utf8Length(name) + (node.links == 0 ? node.weight() : 0), 1);
    place(parent, name, node);
    node.links++;
  }

  /** Takes a name away; the node goes too unless it has other names or is open. */
  void unlink(Directory parent, String name, Node node) throws Fault {
    parent.remove(name);
    node.links--;
    if (node instanceof Directory directory) {
      directory.parent = null;
    }
    boolean heldOpen = node.links == 0 && node.opens > 0;
    quota.giveBack(Names.utf8Length(name), heldOpen ? 0 : 1);
    if (node.links == 0 && !heldOpen) {
      quota.giveBack(node.weight(), 0);
    }
  }

  /** Moves a name; the new one must be free. */
  void move(Directory from, String oldName, Directory to, String newName, Node node) throws Fault {
    long more = (long) Names.utf8Length(newName) - Names.utf8Length(oldName);
    quota.take(more, 0);
    from.remove(oldName);
    place(to, newName, node);
  }

  private static void place(Directory parent, String name, Node node) {
    parent.put(name, node);
    if (node instanceof Directory directory) {
      directory.parent = parent;
    }
  }

  /** Counts a descriptor in. */
  void open(Node node) {
    node.opens++;
  }

  /** Counts a descriptor out; a node without a name goes with its last descriptor. */
  void close(Node node) {
    node.opens--;
    if (node.opens == 0 && node.links == 0) {
      quota.giveBack(node.weight(), 1);
    }
  }

  /** Answers {@code NOSPC} if {@code levels} more below the directory are too deep. */
  void requireDepth(Directory parent, int levels) throws Fault {
    if (parent.depth() + levels > maxDepth) {
      throw Errno.NOSPC.fault();
    }
  }

  /** Answers {@code NOENT} if the directory is no longer part of the tree. */
  void requireAttached(Directory directory) throws Fault {
    if (directory != root && directory.parent == null) {
      throw Errno.NOENT.fault();
    }
  }
}
