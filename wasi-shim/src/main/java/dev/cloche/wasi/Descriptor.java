package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/** What a descriptor number stands for. Used on the thread of the guest only. */
abstract sealed class Descriptor permits StreamDescriptor, FileDescriptor, DirectoryDescriptor {
  static final int APPEND = 1;
  static final int DSYNC = 1 << 1;
  static final int NONBLOCK = 1 << 2;
  static final int RSYNC = 1 << 3;
  static final int SYNC = 1 << 4;

  /** All flags a descriptor can have. Only {@link #APPEND} means anything for a tree in memory. */
  static final int ALL_FLAGS = APPEND | DSYNC | NONBLOCK | RSYNC | SYNC;

  private long rights;
  private long inheriting;
  private int flags;

  Descriptor(long rights, long inheriting, int flags) {
    this.rights = rights;
    this.inheriting = inheriting;
    this.flags = flags;
  }

  final long rights() {
    return rights;
  }

  final long inheriting() {
    return inheriting;
  }

  final int flags() {
    return flags;
  }

  final void setFlags(int flags) {
    this.flags = flags;
  }

  final void require(long wanted) throws Fault {
    if ((rights & wanted) != wanted) {
      throw Errno.NOTCAPABLE.fault();
    }
  }

  /** Takes rights away; a right that is not there cannot be had. */
  final void shrink(long newRights, long newInheriting) throws Fault {
    if ((newRights & ~rights) != 0 || (newInheriting & ~inheriting) != 0) {
      throw Errno.NOTCAPABLE.fault();
    }
    rights = newRights;
    inheriting = newInheriting;
  }

  abstract FileType type();

  /** Reads from where the descriptor stands; 0 or less at the end. */
  abstract int read(byte[] buffer, int offset, int length) throws Fault;

  /** Writes where the descriptor stands. */
  abstract void write(byte[] buffer, int offset, int length) throws Fault;

  /** Lets go of what it refers to. */
  abstract void close();
}
