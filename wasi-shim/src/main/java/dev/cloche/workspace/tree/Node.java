package dev.cloche.workspace.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Anything that a name can stand for. Its state is guarded by the lock of its {@link Volume}.
 *
 * <p>A node lives while a name, an open descriptor or a snapshot refers to it. Every change of its
 * state is announced to the {@link History} first.
 */
public abstract sealed class Node permits Directory, RegularFile, SymbolicLink {
  /** The epoch in which nodes of a mount begin: before every snapshot. */
  static final long BEFORE_ALL = -1;

  private final Volume volume;
  private final long inode;
  private long accessed;
  private long modified;
  private long changed;
  private boolean sealed;
  private boolean pinned;

  private @Nullable Entry firstName;
  private @Nullable Set<Entry> otherNames;

  /** Descriptors that refer to this node, and the generation of the volume they belong to. */
  int opens;

  int openedIn;

  /** The epoch that this node was made in. */
  final long born;

  /** The epoch that needs no image of this node any more. */
  @Nullable Epoch settled;

  Node(Volume volume, long now, boolean loaded) {
    this.volume = volume;
    this.inode = volume.takeInode();
    this.accessed = now;
    this.modified = now;
    this.changed = now;
    this.born = loaded ? BEFORE_ALL : volume.history().current().number();
    this.settled = loaded ? null : volume.history().current();
  }

  /** Returns what kind of node this is; it never changes. */
  public abstract Kind kind();

  /** Returns the bytes that this node counts in the quota, its names aside. */
  abstract long weight();

  /** Returns the size that is shown. */
  abstract long size();

  /** Returns what this node is like now. */
  abstract Image image();

  /** Makes this node what it was like. */
  abstract void become(Image image);

  final Volume volume() {
    return volume;
  }

  /** Returns the workspace's own number of this node; it has nothing to do with the host's. */
  final long inode() {
    return inode;
  }

  final boolean isSealed() {
    return sealed;
  }

  final boolean isPinned() {
    return pinned;
  }

  /** Returns the number of names. */
  int links() {
    return (firstName == null ? 0 : 1) + (otherNames == null ? 0 : otherNames.size());
  }

  /** Returns one of the names; null if there is none. */
  final @Nullable Entry firstName() {
    return firstName;
  }

  /** Returns all names. */
  final List<Entry> names() {
    List<Entry> names = new ArrayList<>();
    if (firstName != null) {
      names.add(firstName);
    }
    if (otherNames != null) {
      names.addAll(otherNames);
    }
    return names;
  }

  final void addName(Entry entry) {
    if (firstName == null) {
      firstName = entry;
      return;
    }
    if (otherNames == null) {
      otherNames = new HashSet<>();
    }
    otherNames.add(entry);
  }

  final void removeName(Entry entry) {
    if (firstName != entry) {
      if (otherNames != null) {
        otherNames.remove(entry);
      }
      return;
    }
    firstName = null;
    if (otherNames != null && !otherNames.isEmpty()) {
      firstName = otherNames.iterator().next();
      otherNames.remove(firstName);
    }
  }

  final void touch(long now) {
    changing();
    modified = now;
    changed = now;
  }

  final void touchStatus(long now) {
    changing();
    changed = now;
  }

  final void setTimes(Times times, long now) {
    changing();
    accessed = times.setAccessed() ? times.accessed() : accessed;
    modified = times.setModified() ? times.modified() : modified;
    changed = now;
  }

  /** Makes this node part of a read-only mount: any change answers {@code ROFS}. */
  final void seal() {
    changing();
    sealed = true;
  }

  /** Seals a node that was just made from the host, and that nobody has seen. */
  final void sealLoaded() {
    sealed = true;
  }

  /** Makes this node a mount point or an ancestor of one: it stays where it is. */
  final void pin() {
    changing();
    pinned = true;
  }

  /** To be called before any change. */
  final void changing() {
    volume.history().changing(this);
  }

  final Image.Attributes attributes() {
    return new Image.Attributes(accessed, modified, changed, sealed, pinned);
  }

  final void become(Image.Attributes attributes) {
    accessed = attributes.accessed();
    modified = attributes.modified();
    changed = attributes.changed();
    sealed = attributes.sealed();
    pinned = attributes.pinned();
  }

  final Stat stat() {
    return new Stat(inode, kind(), links(), size(), accessed, modified, changed);
  }

  final void requireUnsealed() throws Fault {
    if (sealed) {
      throw Errno.ROFS.fault();
    }
  }
}
