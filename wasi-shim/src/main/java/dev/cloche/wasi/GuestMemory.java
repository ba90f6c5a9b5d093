package dev.cloche.wasi;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import org.jspecify.annotations.Nullable;

/**
 * The guest's linear memory, with the check that every pointer must pass.
 *
 * <p>{@link #require} is the only way from a guest's number to an address; the accessors take what
 * it returned. Pointers and lengths are unsigned 32-bit values held in a {@code long}, so no sum
 * can wrap. An instance without memory has none that is valid.
 */
final class GuestMemory {
  private final @Nullable Memory memory;

  GuestMemory(Instance instance) {
    this.memory = instance.memory();
  }

  /** Returns the address of a range inside the memory, or answers {@code FAULT}. */
  int require(long pointer, long length) throws Fault {
    if (memory == null || pointer + length > (long) memory.pages() * Memory.PAGE_SIZE) {
      throw Errno.FAULT.fault();
    }
    return (int) pointer;
  }

  private Memory present() {
    if (memory == null) {
      throw new IllegalStateException("address without a memory");
    }
    return memory;
  }

  byte getByte(int address) {
    return present().read(address);
  }

  int getShort(int address) {
    return Byte.toUnsignedInt(getByte(address)) | Byte.toUnsignedInt(getByte(address + 1)) << 8;
  }

  int getInt(int address) {
    return getShort(address) | getShort(address + 2) << 16;
  }

  long getLong(int address) {
    return Integer.toUnsignedLong(getInt(address)) | (long) getInt(address + 4) << 32;
  }

  byte[] getBytes(int address, int length) {
    return present().readBytes(address, length);
  }

  void putInt(int address, int value) {
    present().writeI32(address, value);
  }

  void putLong(int address, long value) {
    present().writeLong(address, value);
  }

  void putBytes(int address, byte[] bytes, int offset, int length) {
    present().write(address, bytes, offset, length);
  }
}
