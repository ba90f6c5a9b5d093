package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The open descriptors of one call. A new one gets the lowest free number, as in POSIX. */
final class Descriptors {
  private final int limit;
  private final Map<Integer, Descriptor> open = new HashMap<>();
  private final BitSet taken = new BitSet();

  Descriptors(int limit) {
    this.limit = limit;
  }

  /** Answers {@code MFILE} if no number is free; to be asked before anything is opened. */
  void requireRoom() throws Fault {
    if (open.size() >= limit) {
      throw Errno.MFILE.fault();
    }
  }

  int count() {
    return open.size();
  }

  /** Gives a descriptor a number; {@link #requireRoom} was asked before. */
  int add(Descriptor descriptor) {
    int fd = taken.nextClearBit(0);
    taken.set(fd);
    open.put(fd, descriptor);
    return fd;
  }

  Descriptor get(int fd) throws Fault {
    Descriptor descriptor = open.get(fd);
    if (descriptor == null) {
      throw Errno.BADF.fault();
    }
    return descriptor;
  }

  Descriptor get(int fd, long rights) throws Fault {
    Descriptor descriptor = get(fd);
    descriptor.require(rights);
    return descriptor;
  }

  /** Returns something that holds bytes, which a directory does not. */
  Descriptor bytes(int fd, long rights) throws Fault {
    Descriptor descriptor = get(fd);
    if (descriptor instanceof DirectoryDescriptor) {
      throw Errno.ISDIR.fault();
    }
    descriptor.require(rights);
    return descriptor;
  }

  /** Returns a file, which has positions and a size; a stream has none. */
  FileDescriptor file(int fd, long rights) throws Fault {
    Descriptor descriptor = get(fd);
    if (descriptor instanceof StreamDescriptor) {
      throw Errno.SPIPE.fault();
    }
    if (!(descriptor instanceof FileDescriptor file)) {
      throw Errno.ISDIR.fault();
    }
    file.require(rights);
    return file;
  }

  DirectoryDescriptor directory(int fd, long rights) throws Fault {
    if (!(get(fd) instanceof DirectoryDescriptor directory)) {
      throw Errno.NOTDIR.fault();
    }
    directory.require(rights);
    return directory;
  }

  void close(int fd) throws Fault {
    get(fd).close();
    forget(fd);
  }

  private void forget(int fd) {
    open.remove(fd);
    taken.clear(fd);
  }

  /** Moves a descriptor to a number that is open too; what was there is closed. */
  void renumber(int from, int to) throws Fault {
    Descriptor moved = get(from);
    Descriptor replaced = get(to);
    if (from != to) {
      replaced.close();
      open.put(to, moved);
      forget(from);
    }
  }

  /** Closes everything; no number is open afterwards. */
  void closeAll() {
    open.values().forEach(Descriptor::close);
    open.clear();
    taken.clear();
  }
}
