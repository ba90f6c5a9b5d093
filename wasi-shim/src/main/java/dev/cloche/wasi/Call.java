package dev.cloche.wasi;

import com.dylibso.chicory.runtime.Instance;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.Names;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of one call of a host function.
 *
 * <p>Functions read all their arguments, result pointers too, before they do anything: so a bad
 * pointer changes nothing. What is read is bounded before it is read, and paid for.
 */
final class Call {
  /** The most buffers in one list: {@code IOV_MAX} of Linux. */
  static final int MAX_BUFFERS = 1024;

  private static final int BUFFER_STRUCT_BYTES = 8;

  private final GuestMemory memory;
  private final HostBudget budget;
  private final long[] arguments;

  Call(Instance instance, HostBudget budget, long[] arguments) {
    this.memory = new GuestMemory(instance);
    this.budget = budget;
    this.arguments = arguments;
  }

  GuestMemory memory() {
    return memory;
  }

  HostBudget budget() {
    return budget;
  }

  int integer(int index) {
    return (int) arguments[index];
  }

  long unsigned(int index) {
    return Integer.toUnsignedLong(integer(index));
  }

  long longInteger(int index) {
    return arguments[index];
  }

  /** Returns an argument of 64 bits that must not be negative, such as an offset. */
  long notNegative(int index) throws Fault {
    if (arguments[index] < 0) {
      throw Errno.INVAL.fault();
    }
    return arguments[index];
  }

  /** Returns a set of flags, or answers {@code INVAL} if it has others than the known ones. */
  int flags(int index, int known) throws Fault {
    int flags = integer(index);
    if ((flags & ~known) != 0) {
      throw Errno.INVAL.fault();
    }
    return flags;
  }

  /** Returns the address of {@code length} bytes that argument {@code index} points to. */
  int pointer(int index, long length) throws Fault {
    return memory.require(unsigned(index), length);
  }

  /** Returns the buffer given by a pointer and, in the next argument, its length. */
  Buffer buffer(int index) throws Fault {
    long length = unsigned(index + 1);
    return new Buffer(pointer(index, length), (int) length);
  }

  /** Returns the text given by a pointer and, in the next argument, its length in bytes. */
  String path(int index) throws Fault {
    long length = unsigned(index + 1);
    if (length > Names.MAX_PATH_BYTES) {
      throw Errno.NAMETOOLONG.fault();
    }
    int address = pointer(index, length);
    budget.charge(HostCosts.bytes(length));
    byte[] bytes = memory.getBytes(address, (int) length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw Errno.ILSEQ.fault();
    }
  }

  /**
   * Returns the list of buffers given by a pointer and, in the next argument, their number. The
   * list is copied, since the buffers may lie over it.
   */
  List<Buffer> buffers(int index) throws Fault {
    long count = unsigned(index + 1);
    if (count > MAX_BUFFERS) {
      throw Errno.INVAL.fault();
    }
    int address = pointer(index, count * BUFFER_STRUCT_BYTES);
    budget.charge(count * HostCosts.ITEM);
    List<Buffer> buffers = new ArrayList<>((int) count);
    long total = 0;
    for (int i = 0; i < count; i++) {
      Buffer each = bufferAt(address + i * BUFFER_STRUCT_BYTES);
      buffers.add(each);
      total += each.length();
    }
    // POSIX: the sum must fit the result.
    if (total > Integer.MAX_VALUE) {
      throw Errno.INVAL.fault();
    }
    return buffers;
  }

  private Buffer bufferAt(int address) throws Fault {
    long pointer = Integer.toUnsignedLong(memory.getInt(address));
    long length = Integer.toUnsignedLong(memory.getInt(address + 4));
    return new Buffer(memory.require(pointer, length), (int) length);
  }
}
