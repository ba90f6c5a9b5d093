package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.Stat;
import dev.cloche.workspace.tree.Times;

/** The {@code filestat} structure and the flags that set its times. */
final class FileStats {
  /** The size of the structure. */
  static final int BYTES = 64;

  private static final int SET_ACCESSED = 1;
  private static final int ACCESSED_NOW = 1 << 1;
  private static final int SET_MODIFIED = 1 << 2;
  private static final int MODIFIED_NOW = 1 << 3;

  private FileStats() {}

  /** Describes a node of a tree, which is a device of its own. */
  static void put(GuestMemory memory, int address, GuestTree tree, Stat stat) {
    memory.putLong(address, tree.device());
    memory.putLong(address + 8, stat.inode());
    memory.putLong(address + 16, FileType.of(stat.kind()).number());
    memory.putLong(address + 24, stat.links());
    memory.putLong(address + 32, stat.size());
    memory.putLong(address + 40, stat.accessed());
    memory.putLong(address + 48, stat.modified());
    memory.putLong(address + 56, stat.changed());
  }

  /** Describes a stream, of which only the type is known. */
  static void putStream(GuestMemory memory, int address) {
    memory.putBytes(address, new byte[BYTES], 0, BYTES);
    memory.putLong(address + 16, FileType.CHARACTER_DEVICE.number());
    memory.putLong(address + 24, 1);
  }

  /** Reads two times and, after them, the flags that say which count. */
  static Times times(Call call, int index, long now) throws Fault {
    int flags = call.flags(index + 2, SET_ACCESSED | ACCESSED_NOW | SET_MODIFIED | MODIFIED_NOW);
    boolean accessedNow = one(flags, SET_ACCESSED, ACCESSED_NOW);
    boolean modifiedNow = one(flags, SET_MODIFIED, MODIFIED_NOW);
    return new Times(
        (flags & (SET_ACCESSED | ACCESSED_NOW)) != 0,
        accessedNow ? now : call.longInteger(index),
        (flags & (SET_MODIFIED | MODIFIED_NOW)) != 0,
        modifiedNow ? now : call.longInteger(index + 1));
  }

  /** Returns whether {@code second} is set; both together contradict each other. */
  private static boolean one(int flags, int first, int second) throws Fault {
    if ((flags & first) != 0 && (flags & second) != 0) {
      throw Errno.INVAL.fault();
    }
    return (flags & second) != 0;
  }
}
