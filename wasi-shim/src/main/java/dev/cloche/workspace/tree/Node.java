package dev.cloche.workspace.tree;

/**
 * Anything that a name can stand for. Its state is guarded by the lock of its {@link Volume}.
 *
 * <p>A node lives while a name or an open descriptor refers to it.
 */
public abstract sealed class Node permits Directory, RegularFile, SymbolicLink {
  private final long inode;
  private long accessed;
  private long modified;
  private long changed;

  /** Names that refer to this node. */
  int links;

  /** Descriptors that refer to this node. */
  int opens;

  /** Part of a read-only mount: any change answers {@code ROFS}. */
  boolean sealed;

  Node(long inode, long now) {
    this.inode = inode;
    this.accessed = now;
    this.modified = now;
    this.changed = now;
  }

  /** Returns what kind of node this is; it never changes. */
  public abstract Kind kind();

  /** Returns the bytes that this node counts in the quota, its names aside. */
  abstract long weight();

  /** Returns the workspace's own number of this node; it has nothing to do with the host's. */
  long inode() {
    return inode;
  }

  void touch(long now) {
    modified = now;
    changed = now;
  }

  void touchStatus(long now) {
    changed = now;
  }

  void setTimes(Times times, long now) {
    accessed = times.setAccessed() ? times.accessed() : accessed;
    modified = times.setModified() ? times.modified() : modified;
    changed = now;
  }

  Stat stat() {
    return new Stat(inode, kind(), links, weight(), accessed, modified, changed);
  }

  void requireUnsealed() throws Fault {
    if (sealed) {
      throw Errno.ROFS.fault();
    }
  }
}
