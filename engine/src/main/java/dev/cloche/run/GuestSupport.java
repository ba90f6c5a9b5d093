package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;

/**
 * What compiled code calls instead of the helpers that Chicory copies into each module, under their
 * names, and their types but for the memory's: accesses that go straight to the one memory class
 * that there is, where Chicory's go through an interface.
 *
 * <p>Small on purpose: C2 stops inlining into a method when its and its callees' bytecodes are 8000
 * together.
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class GuestSupport {

  private GuestSupport() {}

  /** The memory of an instance, which knows it from now on. */
  public static LinearMemory memory(Instance instance) {
    LinearMemory memory = (LinearMemory) instance.memory();
    memory.instance = instance;
    return memory;
  }

  /** Calls a function that the module imports. */
  public static long[] callHostFunction(Instance instance, int function, long[] arguments) {
    return memory(instance).hostFunction(instance, function).handle().apply(instance, arguments);
  }

  /** Answers the meter's call for the next slice of fuel. */
  public static int refuel(int left, LinearMemory memory) {
    return memory.refuel(left);
  }

  /** The table that {@code call_indirect} looks into. */
  public static GuestTable table(Instance instance, int index, LinearMemory memory) {
    GuestTable first = memory.table;
    return first != null && index == 0 ? first : memory.findTable(instance, index);
  }

  /** Answers {@code i32.load8_s} and {@code i64.load8_s}. */
  public static byte memoryReadByte(int base, int offset, LinearMemory memory) {
    return memory.bytes[memory.at(base, offset, 1)];
  }

  /** Answers {@code i32.load8_u} and {@code i64.load8_u}. */
  public static int memoryReadUnsignedByte(int base, int offset, LinearMemory memory) {
    return memory.bytes[memory.at(base, offset, 1)] & 0xFF;
  }

  /** Answers {@code i32.load16_*} and {@code i64.load16_*}. */
  public static short memoryReadShort(int base, int offset, LinearMemory memory) {
    return (short) LinearMemory.SHORT.get(memory.bytes, memory.at(base, offset, 2));
  }

  /** Answers {@code i32.load} and {@code i64.load32_*}. */
  public static int memoryReadInt(int base, int offset, LinearMemory memory) {
    return (int) LinearMemory.INT.get(memory.bytes, memory.at(base, offset, 4));
  }

  /** Answers {@code i64.load}. */
  public static long memoryReadLong(int base, int offset, LinearMemory memory) {
    return (long) LinearMemory.LONG.get(memory.bytes, memory.at(base, offset, 8));
  }

  /** Answers {@code f32.load}. */
  public static float memoryReadFloat(int base, int offset, LinearMemory memory) {
    return (float) LinearMemory.FLOAT.get(memory.bytes, memory.at(base, offset, 4));
  }

  /** Answers {@code f64.load}. */
  public static double memoryReadDouble(int base, int offset, LinearMemory memory) {
    return (double) LinearMemory.DOUBLE.get(memory.bytes, memory.at(base, offset, 8));
  }

  /** Answers {@code i32.store8} and {@code i64.store8}. */
  public static void memoryWriteByte(int base, byte value, int offset, LinearMemory memory) {
    memory.bytes[memory.at(base, offset, 1)] = value;
  }

  /** Answers {@code i32.store16} and {@code i64.store16}. */
  public static void memoryWriteShort(int base, short value, int offset, LinearMemory memory) {
    LinearMemory.SHORT.set(memory.bytes, memory.at(base, offset, 2), value);
  }

  /** Answers {@code i32.store} and {@code i64.store32}. */
  public static void memoryWriteInt(int base, int value, int offset, LinearMemory memory) {
    LinearMemory.INT.set(memory.bytes, memory.at(base, offset, 4), value);
  }

  /** Answers {@code i64.store}. */
  public static void memoryWriteLong(int base, long value, int offset, LinearMemory memory) {
    LinearMemory.LONG.set(memory.bytes, memory.at(base, offset, 8), value);
  }

  /** Answers {@code f32.store}. */
  public static void memoryWriteFloat(int base, float value, int offset, LinearMemory memory) {
    LinearMemory.FLOAT.set(memory.bytes, memory.at(base, offset, 4), value);
  }

  /** Answers {@code f64.store}. */
  public static void memoryWriteDouble(int base, double value, int offset, LinearMemory memory) {
    LinearMemory.DOUBLE.set(memory.bytes, memory.at(base, offset, 8), value);
  }

  /** Answers {@code i32.ge_u}, for which Chicory has a helper of its own. */
  public static int i32_ge_u(int a, int b) {
    return UnsignedCompare.I32_GE_U(a, b);
  }

  /** Answers {@code memory.copy}. */
  public static void memoryCopy(int to, int from, int length, LinearMemory memory) {
    memory.copy(to, from, length);
  }

  /** Answers {@code memory.fill}. */
  public static void memoryFill(int address, byte value, int length, LinearMemory memory) {
    memory.fill(value, address, address + length);
  }

  /** Answers {@code memory.init}. */
  public static void memoryInit(int to, int from, int length, int segment, LinearMemory memory) {
    memory.initPassiveSegment(segment, to, from, length);
  }

  /** Answers {@code memory.grow}. */
  public static int memoryGrow(int delta, LinearMemory memory) {
    return memory.grow(delta);
  }

  /** Answers {@code memory.size}. */
  public static int memoryPages(LinearMemory memory) {
    return memory.pages();
  }
}
