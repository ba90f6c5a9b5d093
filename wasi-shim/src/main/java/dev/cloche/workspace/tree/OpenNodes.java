package dev.cloche.workspace.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations on nodes that a descriptor refers to, on behalf of one caller.
 *
 * <p>Thread-safe, by the lock of the volume; each operation is atomic.
 */
public final class OpenNodes {
  private final Volume volume;
  private final Caller caller;
  private final CopyUp copyUp;
  private final int generation;

  OpenNodes(Volume volume, Caller caller) {
    this.volume = volume;
    this.caller = caller;
    this.copyUp = new CopyUp(volume, caller);
    this.generation = volume.generation();
  }

  /** Answers {@code BADF} if the tree went back in time since the node was opened. */
  private void requireCurrent() throws Fault {
    if (generation != volume.generation()) {
      throw Errno.BADF.fault();
    }
  }

  /** Answers {@code ROFS} or {@code PERM} if a guest must not change the node. */
  void requireChangeable(Node node) throws Fault {
    requireCurrent();
    node.requireUnsealed();
    volume.guard().requireChangeable(node);
  }

  /** Counts a descriptor on a node that is open already, or on the root. */
  public void reopen(Node node) {
    synchronized (volume) {
      if (generation == volume.generation()) {
        volume.countIn(node);
      }
    }
  }

  /** Ends one opening; what has no name is freed with the last. */
  public void close(Node node) {
    synchronized (volume) {
      if (generation == volume.generation()) {
        volume.close(node);
      }
    }
  }

  /** Describes a node. */
  public Stat stat(Node node) throws Fault {
    synchronized (volume) {
      requireCurrent();
      return node.stat();
    }
  }

  /** Sets times of a node. */
  public void setTimes(Node node, Times times) throws Fault {
    synchronized (volume) {
      requireChangeable(node);
      node.setTimes(times, caller.now());
    }
  }

  /** Copies bytes out of a file and returns how many there were, 0 at and beyond the end. */
  public int read(RegularFile file, long offset, byte[] into, int at, int length) throws Fault {
    synchronized (volume) {
      requireCurrent();
      return file.read(offset, into, at, length);
    }
  }

  /**
   * Writes bytes and returns the offset after them.
   *
   * @param append whether to write at the end, whatever {@code offset} says
   */
  public long write(RegularFile file, long offset, boolean append, byte[] from, int at, int length)
      throws Fault {
    synchronized (volume) {
      requireChangeable(file);
      long start = append ? file.size() : offset;
      if (length > 0) {
        long end = end(start, length);
        copyUp.run(file, Long.MAX_VALUE, end);
        writeOrNot(file, start, from, at, length);
        file.touch(caller.now());
      }
      return start + length;
    }
  }

  /** Writes; where the heap has no room for the bytes, the file and the quota stay as they were. */
  private void writeOrNot(RegularFile file, long start, byte[] from, int at, int length)
      throws Fault {
    long held = file.content().size();
    reserve(file, start + length);
    try {
      file.changeableContent().write(start, from, at, length);
    } catch (OutOfMemoryError noRoom) {
      volume.quota().giveBack(Math.max(0, start + length - held), 0);
      throw noRoom;
    }
  }

  /** Cuts or extends a file; what is added reads as zero. */
  public void setSize(RegularFile file, long size) throws Fault {
    synchronized (volume) {
      requireChangeable(file);
      copyUp.run(file, size, size);
      long held = file.content().size();
      if (size > held) {
        reserve(file, size);
      }
      file.changeableContent().resize(size);
      volume.quota().giveBack(Math.max(0, held - size), 0);
      file.touch(caller.now());
    }
  }

  /** Extends a file to at least {@code offset + length}; never cuts it. */
  public void allocate(RegularFile file, long offset, long length) throws Fault {
    synchronized (volume) {
      requireChangeable(file);
      long end = end(offset, length);
      if (end > file.size()) {
        setSize(file, end);
      }
    }
  }

  private void reserve(RegularFile file, long size) throws Fault {
    volume.quota().take(Math.max(0, size - file.content().size()), 0);
  }

  private static long end(long offset, long length) throws Fault {
    if (offset > Long.MAX_VALUE - length) {
      throw Errno.FBIG.fault();
    }
    return offset + length;
  }

  /**
   * Lists part of a directory.
   *
   * @param cookie the cookie of the entry before the first wanted; 0 for the beginning
   * @param limit the most entries to return
   * @throws Fault {@code INVAL} if no entry of this directory ever had the cookie
   */
  public List<DirectoryEntry> list(Directory directory, long cookie, int limit) throws Fault {
    synchronized (volume) {
      requireCurrent();
      directory.payLoading(caller);
      if (!directory.hasGiven(cookie)) {
        throw Errno.INVAL.fault();
      }
      List<DirectoryEntry> entries = new ArrayList<>();
      addDots(directory, cookie, entries);
      for (Entry each : directory.entriesAfter(cookie)) {
        if (entries.size() >= limit) {
          break;
        }
        entries.add(entry(each.cookie(), each.name(), each.node()));
      }
      caller.spend(entries.size());
      return entries;
    }
  }

  private static void addDots(Directory directory, long cookie, List<DirectoryEntry> entries) {
    if (cookie < 1) {
      entries.add(entry(1, ".", directory));
    }
    if (cookie < 2) {
      // The root is its own parent, as in POSIX.
      entries.add(entry(2, "..", directory.parent() == null ? directory : directory.parent()));
    }
  }

  private static DirectoryEntry entry(long cookie, String name, Node node) {
    return new DirectoryEntry(cookie, name, node.inode(), node.kind());
  }
}
