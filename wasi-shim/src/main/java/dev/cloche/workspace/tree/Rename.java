package dev.cloche.workspace.tree;

/**
 * One renaming: the matrix of what may replace what, then the move.
 *
 * <p>The caller holds the lock of the volume.
 */
final class Rename {
  private final Volume volume;
  private final Caller caller;
  private final Place from;
  private final Place to;
  private final Node node;

  Rename(Volume volume, Caller caller, Place from, Place to) throws Fault {
    this.volume = volume;
    this.caller = caller;
    this.from = from;
    this.to = to;
    this.node = from.existing();
  }

  void run() throws Fault {
    String oldName = from.named(Errno.INVAL);
    String newName = to.named(Errno.INVAL);
    from.requireDirectoryIfSlash();
    requireAllowed(oldName, newName);
    requireNoLoop();
    requireKindsFit();
    if (node == to.node()) {
      return;
    }
    requireDepth();
    if (to.node() != null) {
      volume.unlink(to.parent(), newName, to.node());
    }
    // Cannot fail after the unlinking: what it gave back covers the longer name.
    volume.move(entry(oldName), to.parent(), newName, to.node() != null);
    from.parent().touch(caller.now());
    to.parent().touch(caller.now());
    node.touchStatus(caller.now());
  }

  private Entry entry(String name) throws Fault {
    Entry entry = from.parent().loadedEntry(name);
    if (entry == null) {
      throw Errno.NOENT.fault();
    }
    return entry;
  }

  private void requireKindsFit() throws Fault {
    boolean movesDirectory = node instanceof Directory;
    if (to.slash() && !movesDirectory) {
      throw Errno.NOTDIR.fault();
    }
    if (to.node() instanceof Directory target) {
      if (!movesDirectory) {
        throw Errno.ISDIR.fault();
      }
      if (target != node && !target.isEmpty()) {
        throw Errno.NOTEMPTY.fault();
      }
    } else if (to.node() != null && movesDirectory) {
      throw Errno.NOTDIR.fault();
    }
  }

  private void requireAllowed(String oldName, String newName) throws Fault {
    from.requireUnsealed();
    to.requireUnsealed();
    from.requireUnpinned();
    to.requireUnpinned();
    from.requireFree(node);
    volume.guard().requireFree(entry(oldName), to.parent(), newName);
    volume.requireAttached(to.parent());
  }

  private void requireNoLoop() throws Fault {
    if (node instanceof Directory directory && to.parent().isWithin(directory)) {
      throw Errno.INVAL.fault();
    }
  }

  private void requireDepth() throws Fault {
    boolean deeper = to.parent().depth() > from.parent().depth();
    volume.requireDepth(to.parent(), deeper ? height(node) : 1);
  }

  /** Returns the number of levels of a node and all below it; the depth limit bounds recursion. */
  private int height(Node top) throws Fault {
    caller.spend(1);
    int below = 0;
    if (top instanceof Directory directory) {
      for (Entry entry : directory.entries()) {
        below = Math.max(below, height(entry.node()));
      }
    }
    return below + 1;
  }
}
