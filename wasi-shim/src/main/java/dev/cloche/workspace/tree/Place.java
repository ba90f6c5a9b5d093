package dev.cloche.workspace.tree;

import org.jspecify.annotations.Nullable;

/**
 * Where a path ends.
 *
 * @param parent the directory of the last component
 * @param name the last component; null if the path ended in {@code .} or {@code ..}, then the node
 *     is {@code parent} itself
 * @param node what is there; null if nothing is
 * @param slash whether the path ended in a slash, so that it means a directory
 */
record Place(Directory parent, @Nullable String name, @Nullable Node node, boolean slash) {
  /** Returns the node, or answers {@code NOENT}. */
  Node existing() throws Fault {
    if (node == null) {
      throw Errno.NOENT.fault();
    }
    return node;
  }

  /** Returns the name, or answers the given error if the path has none. */
  String named(Errno otherwise) throws Fault {
    if (name == null) {
      throw otherwise.fault();
    }
    return name;
  }

  /** Answers {@code NOTDIR} if the path says directory and the node is none. */
  void requireDirectoryIfSlash() throws Fault {
    if (slash && node != null && !(node instanceof Directory)) {
      throw Errno.NOTDIR.fault();
    }
  }

  /** Answers {@code ROFS} if the entry belongs to a read-only mount or is the mount point. */
  void requireUnsealed() throws Fault {
    parent.requireUnsealed();
    if (node != null) {
      node.requireUnsealed();
    }
  }

  /** Answers {@code PERM} if the entry is protected; {@code moved} is what comes or goes there. */
  void requireFree(Node moved) throws Fault {
    if (name != null) {
      moved.volume().guard().requireFree(parent, name, moved);
    }
  }

  /** Answers {@code BUSY} if a mount would lose its place. */
  void requireUnpinned() throws Fault {
    if (node != null && node.isPinned()) {
      throw Errno.BUSY.fault();
    }
  }
}
