package dev.cloche.run;

import com.dylibso.chicory.runtime.Memory;

/**
 * What compiled code calls instead of the helpers that Chicory copies into each module, under their
 * names and types: accesses that go straight to the one memory class that there is, where Chicory's
 * go through an interface.
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class GuestSupport {

  private GuestSupport() {}

  /** Does nothing: a guest is stopped at a slice of its fuel, and its thread never interrupted. */
  public static void checkInterruption() {}

  /**
   * The effective address. Both parts are unsigned; one that is negative here is 2 GiB or more, and
   * out of bounds whatever the other, as is a sum that overflows.
   */
  private static int address(int base, int offset) {
    return (base | offset) < 0 ? -1 : base + offset;
  }

  /** Answers {@code i32.load8_*} and {@code i64.load8_*}. */
  public static byte memoryReadByte(int base, int offset, Memory memory) {
    return ((LinearMemory) memory).read(address(base, offset));
  }

  /** Answers {@code i32.load16_*} and {@code i64.load16_*}. */
  public static short memoryReadShort(int base, int offset, Memory memory) {
    return ((LinearMemory) memory).readShort(address(base, offset));
  }

  /** Answers {@code i32.load} and {@code i64.load32_*}. */
  public static int memoryReadInt(int base, int offset, Memory memory) {
    return ((LinearMemory) memory).readInt(address(base, offset));
  }

  /** Answers {@code i64.load}. */
  public static long memoryReadLong(int base, int offset, Memory memory) {
    return ((LinearMemory) memory).readLong(address(base, offset));
  }

  /** Answers {@code f32.load}. */
  public static float memoryReadFloat(int base, int offset, Memory memory) {
    return ((LinearMemory) memory).readFloat(address(base, offset));
  }

  /** Answers {@code f64.load}. */
  public static double memoryReadDouble(int base, int offset, Memory memory) {
    return ((LinearMemory) memory).readDouble(address(base, offset));
  }

  /** Answers {@code i32.store8} and {@code i64.store8}. */
  public static void memoryWriteByte(int base, byte value, int offset, Memory memory) {
    ((LinearMemory) memory).writeByte(address(base, offset), value);
  }

  /** Answers {@code i32.store16} and {@code i64.store16}. */
  public static void memoryWriteShort(int base, short value, int offset, Memory memory) {
    ((LinearMemory) memory).writeShort(address(base, offset), value);
  }

  /** Answers {@code i32.store} and {@code i64.store32}. */
  public static void memoryWriteInt(int base, int value, int offset, Memory memory) {
    ((LinearMemory) memory).writeI32(address(base, offset), value);
  }

  /** Answers {@code i64.store}. */
  public static void memoryWriteLong(int base, long value, int offset, Memory memory) {
    ((LinearMemory) memory).writeLong(address(base, offset), value);
  }

  /** Answers {@code f32.store}. */
  public static void memoryWriteFloat(int base, float value, int offset, Memory memory) {
    ((LinearMemory) memory).writeF32(address(base, offset), value);
  }

  /** Answers {@code f64.store}. */
  public static void memoryWriteDouble(int base, double value, int offset, Memory memory) {
    ((LinearMemory) memory).writeF64(address(base, offset), value);
  }
}
