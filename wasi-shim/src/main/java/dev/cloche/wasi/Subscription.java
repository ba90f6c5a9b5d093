package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import java.util.ArrayList;
import java.util.List;

/**
 * What a guest waits for.
 *
 * @param userdata comes back in the event
 * @param tag a clock, or reading or writing of a descriptor
 * @param clock the id of the clock
 * @param timeout unsigned nanoseconds
 * @param absolute whether the timeout is a time of the clock
 * @param fd the descriptor
 */
record Subscription(long userdata, int tag, int clock, long timeout, boolean absolute, int fd) {
  static final int BYTES = 48;
  private static final int CLOCK = 0;
  private static final int FD_READ = 1;
  private static final int FD_WRITE = 2;
  private static final int ABSOLUTE = 1;

  static List<Subscription> readAll(GuestMemory memory, int address, int count) throws Fault {
    List<Subscription> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(read(memory, address + i * BYTES));
    }
    return all;
  }

  private static Subscription read(GuestMemory memory, int at) throws Fault {
    int tag = Byte.toUnsignedInt(memory.getByte(at + 8));
    int flags = tag == CLOCK ? memory.getShort(at + 40) : 0;
    if (tag > FD_WRITE || (flags & ~ABSOLUTE) != 0) {
      throw Errno.INVAL.fault();
    }
    // The clock id and the descriptor share their place.
    int target = memory.getInt(at + 16);
    return new Subscription(
        memory.getLong(at), tag, target, memory.getLong(at + 24), flags == ABSOLUTE, target);
  }

  boolean isClock() {
    return tag == CLOCK;
  }

  boolean isRead() {
    return tag == FD_READ;
  }

  /** Returns how long to wait from {@code now}; a timeout of 2^63 and more is for ever. */
  long waitNanos(long now) {
    long limit = timeout < 0 ? Long.MAX_VALUE : timeout;
    return absolute ? Math.max(0, limit - Math.max(0, now)) : limit;
  }
}
