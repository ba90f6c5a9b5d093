package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.Stat;
import dev.cloche.workspace.tree.Times;
import java.nio.charset.StandardCharsets;

/** The functions on descriptors themselves and on what they refer to, but for its bytes. */
final class FdCalls {
  private static final int FDSTAT_BYTES = 24;
  private static final int PRESTAT_BYTES = 8;
  private static final int HIGHEST_ADVICE = 5;
  private static final int REALTIME = 0;

  private final Descriptors descriptors;
  private final ClockCalls clock;

  FdCalls(Descriptors descriptors, ClockCalls clock) {
    this.descriptors = descriptors;
    this.clock = clock;
  }

  /** Advice is checked and otherwise ignored: all is in memory already. */
  void advise(Call call) throws Fault {
    long offset = call.notNegative(1);
    long length = call.notNegative(2);
    descriptors.file(call.integer(0), Rights.FD_ADVISE);
    if (call.unsigned(3) > HIGHEST_ADVICE || offset > Long.MAX_VALUE - length) {
      throw Errno.INVAL.fault();
    }
  }

  void allocate(Call call) throws Fault {
    long offset = call.notNegative(1);
    long length = call.notNegative(2);
    FileDescriptor file = descriptors.file(call.integer(0), Rights.FD_ALLOCATE);
    if (length == 0) {
      throw Errno.INVAL.fault();
    }
    file.tree().nodes().allocate(file.file(), offset, length);
  }

  void close(Call call) throws Fault {
    descriptors.close(call.integer(0));
  }

  /** There is nothing slower than memory to write back to. */
  void datasync(Call call) throws Fault {
    descriptors.get(call.integer(0), Rights.FD_DATASYNC);
  }

  /** See {@link #datasync}. */
  void sync(Call call) throws Fault {
    descriptors.get(call.integer(0), Rights.FD_SYNC);
  }

  void fdstatGet(Call call) throws Fault {
    int result = call.pointer(1, FDSTAT_BYTES);
    Descriptor descriptor = descriptors.get(call.integer(0));
    call.memory().putInt(result, descriptor.type().number() | descriptor.flags() << 16);
    call.memory().putInt(result + 4, 0);
    call.memory().putLong(result + 8, descriptor.rights());
    call.memory().putLong(result + 16, descriptor.inheriting());
  }

  void fdstatSetFlags(Call call) throws Fault {
    int flags = call.flags(1, Descriptor.ALL_FLAGS);
    descriptors.get(call.integer(0), Rights.FD_FDSTAT_SET_FLAGS).setFlags(flags);
  }

  void fdstatSetRights(Call call) throws Fault {
    descriptors.get(call.integer(0)).shrink(call.longInteger(1), call.longInteger(2));
  }

  void filestatGet(Call call) throws Fault {
    int result = call.pointer(1, FileStats.BYTES);
    Descriptor descriptor = descriptors.get(call.integer(0), Rights.FD_FILESTAT_GET);
    if (descriptor instanceof StreamDescriptor) {
      FileStats.putStream(call.memory(), result);
    } else {
      Opened opened = opened(descriptor);
      Stat stat = opened.tree().nodes().stat(opened.node());
      FileStats.put(call.memory(), result, opened.tree(), stat);
    }
  }

  void filestatSetSize(Call call) throws Fault {
    long size = call.notNegative(1);
    FileDescriptor file = descriptors.file(call.integer(0), Rights.FD_FILESTAT_SET_SIZE);
    file.tree().nodes().setSize(file.file(), size);
  }

  void filestatSetTimes(Call call) throws Fault {
    Times times = FileStats.times(call, 1, clock.now(REALTIME));
    Descriptor descriptor = descriptors.get(call.integer(0), Rights.FD_FILESTAT_SET_TIMES);
    Opened opened = opened(descriptor);
    opened.tree().nodes().setTimes(opened.node(), times);
  }

  /** What a descriptor refers to, and the tree that it is in. */
  private record Opened(GuestTree tree, Node node) {}

  private static Opened opened(Descriptor descriptor) throws Fault {
    if (descriptor instanceof FileDescriptor file) {
      return new Opened(file.tree(), file.file());
    }
    if (descriptor instanceof DirectoryDescriptor directory) {
      return new Opened(directory.tree(), directory.directory());
    }
    throw Errno.BADF.fault();
  }

  void prestatGet(Call call) throws Fault {
    int result = call.pointer(1, PRESTAT_BYTES);
    byte[] name = preopenName(call.integer(0));
    // Tag 0: a directory, the only kind there is.
    call.memory().putInt(result, 0);
    call.memory().putInt(result + 4, name.length);
  }

  void prestatDirName(Call call) throws Fault {
    Buffer result = call.buffer(1);
    byte[] name = preopenName(call.integer(0));
    if (result.length() < name.length) {
      throw Errno.NAMETOOLONG.fault();
    }
    call.memory().putBytes(result.address(), name, 0, name.length);
  }

  private byte[] preopenName(int fd) throws Fault {
    if (descriptors.get(fd) instanceof DirectoryDescriptor directory) {
      return directory.preopenName().getBytes(StandardCharsets.UTF_8);
    }
    throw Errno.BADF.fault();
  }

  void renumber(Call call) throws Fault {
    descriptors.renumber(call.integer(0), call.integer(1));
  }
}
