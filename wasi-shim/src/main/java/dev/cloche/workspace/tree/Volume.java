package dev.cloche.workspace.tree;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One tree with its quota and its history: the state that all users of a workspace share.
 *
 * <p>The volume is also the lock: every operation of {@link FileTree} and {@link OpenNodes} runs
 * while holding it, so each is atomic, and calls of a session may come from several threads. The
 * only thing a guest call waits for while holding it is the disk under a mount.
 */
public final class Volume {
  private final Quota quota;
  private final int maxDepth;
  private final History history = new History();
  private final Directory root;
  private final Guard guard = new Guard();
  private final Set<Node> orphans = new HashSet<>();
  private final Set<LowerFile> openLowers = new HashSet<>();
  private int generation;
  private long nextInode = 1;
  private @Nullable LowerWatch watch;

  /** Creates an empty tree with the given limits. */
  public Volume(long maxBytes, int maxNodes, int maxDepth, long now) {
    this.quota = new Quota(maxBytes, maxNodes);
    this.maxDepth = maxDepth;
    this.root = new Directory(this, now, true);
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

  /** Makes the present state one that can be gone back to. */
  public synchronized Mark mark() {
    long openOnly = orphans.stream().mapToLong(Node::weight).sum();
    return history.mark(quota.ownBytes() - openOnly, quota.ownNodes() - orphans.size());
  }

  /** Goes back to a mark; every descriptor that is open now is good for nothing afterwards. */
  public synchronized void goBack(Mark mark) {
    requireOwn(mark);
    endGeneration();
    new GoBack(history.since(mark)).run();
    quota.goBack(mark.bytes(), mark.nodes());
  }

  /** Returns the paths in which the tree differs from what it was at the mark, sorted. */
  public synchronized List<Difference> differences(Mark mark) {
    requireOwn(mark);
    return new Comparison(history.since(mark), root).run();
  }

  /** Lets the memory of a mark go; it cannot be gone back to any more. */
  public synchronized void release(Mark mark) {
    mark.release();
  }

  private void requireOwn(Mark mark) {
    if (!mark.isOf(history)) {
      throw new IllegalArgumentException("snapshot of another workspace");
    }
    if (mark.isReleased()) {
      throw new IllegalStateException("snapshot that was closed");
    }
  }

  /** Makes every descriptor that is open now good for nothing. */
  public synchronized void endGeneration() {
    generation++;
    orphans.forEach(node -> quota.giveBack(node.weight(), 1));
    orphans.clear();
    openLowers.forEach(LowerFile::close);
    openLowers.clear();
  }

  int generation() {
    return generation;
  }

  Quota quota() {
    return quota;
  }

  History history() {
    return history;
  }

  Guard guard() {
    return guard;
  }

  long takeInode() {
    return nextInode++;
  }

  long nextInode() {
    return nextInode;
  }

  /** Gives the next node this number. */
  void setNextInode(long inode) {
    nextInode = inode;
  }

  int maxDepth() {
    return maxDepth;
  }

  /** Whether something is open that has no name any more. */
  boolean hasOrphans() {
    return !orphans.isEmpty();
  }

  /** Returns who is told what of the host was looked at; null if nobody is. */
  @Nullable LowerWatch watch() {
    return watch;
  }

  void watch(@Nullable LowerWatch told) {
    watch = told;
  }

  /** Gives a node a name, which must be free; a new node's own weight is taken with it. */
  void link(Directory parent, String name, Node node) throws Fault {
    requireDepth(parent, 1);
    long weight = node.links() == 0 ? node.weight() : 0;
    quota.take(nameBytes(parent, name) + weight, nameNodes(parent, name));
    parent.put(name, node);
  }

  /** Takes a name away; the node goes too unless it has other names or is open. */
  void unlink(Directory parent, String name, Node node) throws Fault {
    quota.giveBack(nameBytes(parent, name), nameNodes(parent, name));
    parent.remove(name);
    if (node.links() == 0) {
      if (opens(node) > 0) {
        quota.force(0, 1);
        orphans.add(node);
      } else {
        quota.giveBack(node.weight(), 0);
      }
    }
  }

  /** Moves a name; the new one must be free. */
  void move(Entry from, Directory to, String newName, boolean replaced) throws Fault {
    long bytes = nameBytes(to, newName) - nameBytes(from.directory(), from.name());
    int nodes = nameNodes(to, newName) - nameNodes(from.directory(), from.name());
    if (!replaced) {
      quota.require(bytes, nodes);
    }
    quota.force(bytes, nodes);
    from.directory().remove(from.name());
    to.put(newName, from.node());
  }

  private static long nameBytes(Directory parent, String name) throws Fault {
    return parent.isListed(name) ? 0 : Names.utf8Length(name);
  }

  private static int nameNodes(Directory parent, String name) {
    return parent.isListed(name) ? 0 : 1;
  }

  boolean isOpen(Node node) {
    return opens(node) > 0;
  }

  private int opens(Node node) {
    return node.openedIn == generation ? node.opens : 0;
  }

  /** Counts a descriptor in; a file of the host is opened with the first. */
  void open(Node node) throws Fault {
    if (node instanceof RegularFile file && file.lower() != null && opens(node) == 0) {
      openLower(file.lower());
    }
    countIn(node);
  }

  void countIn(Node node) {
    node.opens = opens(node) + 1;
    node.openedIn = generation;
  }

  void openLower(LowerFile lower) throws Fault {
    try {
      lower.open();
    } catch (Fault unreadable) {
      if (watch != null) {
        watch.notOpened(lower, unreadable.errno());
      }
      throw unreadable;
    }
    openLowers.add(lower);
    if (watch != null) {
      watch.opened(lower);
    }
  }

  void closeLower(LowerFile lower) {
    if (openLowers.remove(lower)) {
      lower.close();
    }
  }

  /** Counts a descriptor out; a node without a name goes with its last descriptor. */
  void close(Node node) {
    node.opens = Math.max(0, opens(node) - 1);
    node.openedIn = generation;
    if (node.opens == 0) {
      if (orphans.remove(node)) {
        quota.giveBack(node.weight(), 1);
      }
      if (node instanceof RegularFile file && file.lower() != null) {
        closeLower(file.lower());
      }
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
    if (directory != root && directory.parent() == null) {
      throw Errno.NOENT.fault();
    }
  }
}
