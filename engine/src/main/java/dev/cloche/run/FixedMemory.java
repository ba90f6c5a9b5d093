package dev.cloche.run;

import java.util.Objects;

/**
 * Loads and stores of compiled code whose memory never grows, under the names and types of {@link
 * GuestSupport}'s.
 *
 * <p>Such a memory's array has its size, no more. So the JVM's own check of an access is enough,
 * where others compare with the memory's size before it: one comparison and one field less, which
 * code with many accesses feels twice, since it runs out of registers.
 *
 * <p><b>Addresses</b> (attack L14) are sums of two unsigned numbers, and must not wrap. What the
 * JVM checks is the sum, as an {@code int}. Where the offset is not 0, the base is checked as if it
 * were an address itself, which every base of a valid access is: it is then not negative, and the
 * sum is right or negative. An offset of 2 GiB or more, negative here, is out of bounds always.
 * Both checks are of a form that C2 knows, and merges with those of neighbouring accesses.
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class FixedMemory {

  private FixedMemory() {}

  /**
   * Returns an effective address, or one that the array refuses.
   *
   * @param end where no access can start any more: the array's length, less the width, plus 1
   * @throws IndexOutOfBoundsException if the sum is no address
   */
  private static int at(int base, int offset, int end) {
    if (offset == 0) {
      return base;
    }
    if (offset < 0) {
      throw new IndexOutOfBoundsException();
    }
    return Objects.checkIndex(base, end) + offset;
  }

  /** Answers {@code i32.load8_s} and {@code i64.load8_s}. */
  public static byte memoryReadByte(int base, int offset, byte[] bytes) {
    try {
      return bytes[at(base, offset, bytes.length)];
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i32.load8_u} and {@code i64.load8_u}. */
  public static int memoryReadUnsignedByte(int base, int offset, byte[] bytes) {
    try {
      return bytes[at(base, offset, bytes.length)] & 0xFF;
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i32.load16_*} and {@code i64.load16_*}. */
  public static short memoryReadShort(int base, int offset, byte[] bytes) {
    try {
      return (short) LinearMemory.SHORT.get(bytes, at(base, offset, bytes.length - 1));
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i32.load} and {@code i64.load32_*}. */
  public static int memoryReadInt(int base, int offset, byte[] bytes) {
    try {
      return (int) LinearMemory.INT.get(bytes, at(base, offset, bytes.length - 3));
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i64.load}. */
  public static long memoryReadLong(int base, int offset, byte[] bytes) {
    try {
      return (long) LinearMemory.LONG.get(bytes, at(base, offset, bytes.length - 7));
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code f32.load}. */
  public static float memoryReadFloat(int base, int offset, byte[] bytes) {
    try {
      return (float) LinearMemory.FLOAT.get(bytes, at(base, offset, bytes.length - 3));
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code f64.load}. */
  public static double memoryReadDouble(int base, int offset, byte[] bytes) {
    try {
      return (double) LinearMemory.DOUBLE.get(bytes, at(base, offset, bytes.length - 7));
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i32.store8} and {@code i64.store8}. */
  public static void memoryWriteByte(int base, byte value, int offset, byte[] bytes) {
    try {
      bytes[at(base, offset, bytes.length)] = value;
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i32.store16} and {@code i64.store16}. */
  public static void memoryWriteShort(int base, short value, int offset, byte[] bytes) {
    try {
      LinearMemory.SHORT.set(bytes, at(base, offset, bytes.length - 1), value);
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i32.store} and {@code i64.store32}. */
  public static void memoryWriteInt(int base, int value, int offset, byte[] bytes) {
    try {
      LinearMemory.INT.set(bytes, at(base, offset, bytes.length - 3), value);
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code i64.store}. */
  public static void memoryWriteLong(int base, long value, int offset, byte[] bytes) {
    try {
      LinearMemory.LONG.set(bytes, at(base, offset, bytes.length - 7), value);
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code f32.store}. */
  public static void memoryWriteFloat(int base, float value, int offset, byte[] bytes) {
    try {
      LinearMemory.FLOAT.set(bytes, at(base, offset, bytes.length - 3), value);
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }

  /** Answers {@code f64.store}. */
  public static void memoryWriteDouble(int base, double value, int offset, byte[] bytes) {
    try {
      LinearMemory.DOUBLE.set(bytes, at(base, offset, bytes.length - 7), value);
    } catch (IndexOutOfBoundsException e) {
      throw LinearMemory.outOfBounds();
    }
  }
}
