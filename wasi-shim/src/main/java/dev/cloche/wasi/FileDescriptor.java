package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.RegularFile;

/** An open file and the position in it. */
final class FileDescriptor extends Descriptor {
  private static final int FROM_START = 0;
  private static final int FROM_HERE = 1;
  private static final int FROM_END = 2;

  private final GuestTree tree;
  private final RegularFile file;
  private long position;

  FileDescriptor(GuestTree tree, RegularFile file, long rights, long inheriting, int flags) {
    super(rights, inheriting, flags);
    this.tree = tree;
    this.file = file;
  }

  /** Returns the tree that the file is in. */
  GuestTree tree() {
    return tree;
  }

  RegularFile file() {
    return file;
  }

  long position() {
    return position;
  }

  @Override
  FileType type() {
    return FileType.REGULAR_FILE;
  }

  @Override
  int read(byte[] buffer, int offset, int length) throws Fault {
    int count = readAt(position, buffer, offset, length);
    position += count;
    return count;
  }

  @Override
  void write(byte[] buffer, int offset, int length) throws Fault {
    position = tree.nodes().write(file, position, appends(), buffer, offset, length);
  }

  int readAt(long at, byte[] buffer, int offset, int length) throws Fault {
    return tree.nodes().read(file, at, buffer, offset, length);
  }

  /** Writes at a place and leaves the position alone; an appending descriptor appends, as Linux. */
  void writeAt(long at, byte[] buffer, int offset, int length) throws Fault {
    tree.nodes().write(file, at, appends(), buffer, offset, length);
  }

  private boolean appends() {
    return (flags() & APPEND) != 0;
  }

  long size() throws Fault {
    return tree.nodes().stat(file).size();
  }

  /** Moves the position; it may lie beyond the end, but not before the start. */
  long seek(long offset, int whence) throws Fault {
    long base =
        switch (whence) {
          case FROM_START -> 0;
          case FROM_HERE -> position;
          case FROM_END -> size();
          default -> throw Errno.INVAL.fault();
        };
    long target = base + offset;
    // Base is never negative: a negative sum is a negative result or an overflow.
    if (target < 0) {
      throw Errno.INVAL.fault();
    }
    position = target;
    return target;
  }

  @Override
  void close() {
    tree.nodes().close(file);
  }
}
