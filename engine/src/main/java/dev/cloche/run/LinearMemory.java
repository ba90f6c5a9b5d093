package dev.cloche.run;

import static java.util.Objects.requireNonNull;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.DataSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guest's linear memory, in one array: the only {@link Memory} that the engine loads, so that
 * accesses in compiled code have one target.
 *
 * <p><b>Addresses</b> come as {@code int}: a negative one is an unsigned address of 2 GiB or more,
 * or a sum that went beyond, and is out of bounds, since a memory ends below 2 GiB. Every access
 * compares with the memory's size, and not only with the array's, because the array is allocated
 * ahead of growth. A memory that is fixed has an array of its size, for {@link FixedMemory}.
 *
 * <p><b>Growth</b> copies into an array that is larger by half than before, up to the limit, so
 * that a guest which grows page by page pays linear time. A growth that is refused, by the limit or
 * for want of heap, answers -1, as the specification provides.
 *
 * <p>Used by the guest thread alone. Shared memories and atomics are refused when a module is read,
 * so those methods of the interface are out of reach.
 */
public final class LinearMemory implements Memory {

  // Compiled code and its helpers use the fields from here on.
  static final VarHandle SHORT = view(short[].class);
  static final VarHandle INT = view(int[].class);
  static final VarHandle LONG = view(long[].class);
  static final VarHandle FLOAT = view(float[].class);
  static final VarHandle DOUBLE = view(double[].class);

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
  }

  /** What is left of the current slice of fuel: the meter's first global. */
  public int fuel;

  /** What is left of the guest's call stack, in bytes: the meter's second global. */
  public int stack;

  // Globals of the guest; FieldGlobals knows which.
  public int i0;
  public int i1;
  public int i2;
  public int i3;
  public int i4;
  public int i5;
  public int i6;
  public int i7;
  public int i8;
  public int i9;
  public int i10;
  public int i11;
  public int i12;
  public int i13;
  public int i14;
  public int i15;
  public long l0;
  public long l1;
  public long l2;
  public long l3;
  public long l4;
  public long l5;
  public long l6;
  public long l7;

  private @Nullable FuelTank tank;
  private final int initialPages;
  private final int maximumPages;

  /** What it holds, and room to grow; an array of its size if it is fixed. */
  public byte[] bytes;

  /** The guest that it is of, once that runs: for what compiled code hands on to helpers. */
  public @Nullable Instance instance;

  /** The guest's first table, once {@code call_indirect} has asked for it. */
  @Nullable GuestTable table;

  private int size;

  /** What it may grow to: its maximum, and what is left of the limit. */
  private int ceiling;

  /** Pages of the limit that the host has taken. */
  private int lent;

  private Segments segments = new Segments(new DataSegment[0]);
  private long growthsRefused;
  private List<ImportFunction> imports = List.of();

  /**
   * Whether the heap had no room once. Not asked again: each failure costs the JVM a full
   * collection, and the guest next to no fuel.
   */
  private boolean outOfHeap;

  /**
   * Makes a zeroed memory.
   *
   * @param initialPages its size at start, at most {@code maximumPages}
   * @param maximumPages what it may grow to, at most {@link Memory#RUNTIME_MAX_PAGES}
   */
  LinearMemory(int initialPages, int maximumPages) {
    if (initialPages > maximumPages || maximumPages > RUNTIME_MAX_PAGES) {
      throw new IllegalArgumentException("memory of " + initialPages + " pages is above its limit");
    }
    this.initialPages = initialPages;
    this.maximumPages = maximumPages;
    this.ceiling = maximumPages;
    this.size = initialPages * PAGE_SIZE;
    this.bytes = new byte[size];
  }

  /**
   * Makes a memory that starts as an image tells; its size is at most {@code maximumPages}.
   *
   * @param spare gives an array to overwrite, where it has one; it is this memory's from now on
   * @param fixed whether the array is to have this size, and no other
   */
  LinearMemory(MemoryImage image, int maximumPages, SpareArrays spare, boolean fixed) {
    if (image.pages() > maximumPages || maximumPages > RUNTIME_MAX_PAGES) {
      throw new IllegalArgumentException("memory image is above the memory's limit");
    }
    this.initialPages = image.pages();
    this.maximumPages = maximumPages;
    this.ceiling = maximumPages;
    this.size = initialPages * PAGE_SIZE;
    byte[] used = fixed ? spare.takeExact(size) : spare.take(size);
    if (used == null) {
      this.bytes = new byte[size];
      image.copyInto(bytes);
    } else {
      this.bytes = used;
      image.overwrite(bytes);
    }
  }

  /** Says what the guest's imports are; else they are what its instance says. */
  void link(List<ImportFunction> functions) {
    imports = functions;
  }

  /** Returns what a guest imported as this function. */
  ImportFunction hostFunction(Instance instance, int function) {
    return imports.isEmpty() ? instance.imports().function(function) : imports.get(function);
  }

  /** Returns a table of the guest, and remembers the first one. */
  GuestTable findTable(Instance instance, int index) {
    GuestTable found = (GuestTable) instance.table(index);
    if (index == 0) {
      table = found;
    }
    return found;
  }

  /** Ends it: it has no bytes from now on, and its array is another's. */
  void retire(SpareArrays spare) {
    byte[] used = bytes;
    bytes = new byte[0];
    size = 0;
    spare.keep(used);
  }

  /** Takes an image of what it holds now. */
  MemoryImage image() {
    return MemoryImage.of(bytes, size);
  }

  /** Whether a growth within the limit was refused for want of heap. */
  boolean lackedHeap() {
    return outOfHeap;
  }

  /** How many bytes the guest has now; memories never shrink. */
  long sizeBytes() {
    return size;
  }

  /** Tells where fuel comes from. */
  void refuelFrom(FuelTank from) {
    tank = from;
  }

  int refuel(int left) {
    return requireNonNull(tank).refuel(left);
  }

  long growthsRefused() {
    return growthsRefused;
  }

  @Override
  public int pages() {
    return size / PAGE_SIZE;
  }

  @Override
  public int initialPages() {
    return initialPages;
  }

  @Override
  public int maximumPages() {
    return maximumPages;
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public int grow(int delta) {
    int before = pages();
    if (delta < 0 || delta > ceiling - before || !reserve((before + delta) * PAGE_SIZE)) {
      growthsRefused++;
      return -1;
    }
    size = (before + delta) * PAGE_SIZE;
    return before;
  }

  /**
   * Gives pages of the limit to the host: this memory may then grow to less.
   *
   * @param limitPages what both may have together
   * @return false if there are not as many left
   */
  boolean lend(int pages, int limitPages) {
    if (pages > limitPages - lent - pages()) {
      return false;
    }
    lent += pages;
    ceiling = Math.min(maximumPages, limitPages - lent);
    return true;
  }

  private boolean reserve(int wanted) {
    if (wanted <= bytes.length) {
      return true;
    }
    if (outOfHeap) {
      return false;
    }
    long generous = Math.max(wanted, (long) bytes.length + (bytes.length >> 1));
    try {
      bytes = Arrays.copyOf(bytes, (int) Math.min(generous, (long) ceiling * PAGE_SIZE));
      return true;
    } catch (OutOfMemoryError noHeap) {
      outOfHeap = true;
      return false;
    }
  }

  // Loads and stores.

  @Override
  public byte read(int address) {
    return bytes[at(address, 1)];
  }

  @Override
  public short readShort(int address) {
    return (short) SHORT.get(bytes, at(address, 2));
  }

  @Override
  public int readInt(int address) {
    return (int) INT.get(bytes, at(address, 4));
  }

  @Override
  public long readLong(int address) {
    return (long) LONG.get(bytes, at(address, 8));
  }

  @Override
  public float readFloat(int address) {
    return (float) FLOAT.get(bytes, at(address, 4));
  }

  @Override
  public double readDouble(int address) {
    return (double) DOUBLE.get(bytes, at(address, 8));
  }

  @Override
  public long readU16(int address) {
    return readShort(address) & 0xFFFFL;
  }

  @Override
  public long readF32(int address) {
    return readInt(address);
  }

  @Override
  public long readF64(int address) {
    return readLong(address);
  }

  @Override
  public void writeByte(int address, byte value) {
    bytes[at(address, 1)] = value;
  }

  @Override
  public void writeShort(int address, short value) {
    SHORT.set(bytes, at(address, 2), value);
  }

  @Override
  public void writeI32(int address, int value) {
    INT.set(bytes, at(address, 4), value);
  }

  @Override
  public void writeLong(int address, long value) {
    LONG.set(bytes, at(address, 8), value);
  }

  @Override
  public void writeF32(int address, float value) {
    FLOAT.set(bytes, at(address, 4), value);
  }

  @Override
  public void writeF64(int address, double value) {
    DOUBLE.set(bytes, at(address, 8), value);
  }

  /**
   * Returns the effective address of an access. Both parts are unsigned; one that is negative here
   * is 2 GiB or more, and out of bounds whatever the other.
   */
  int at(int base, int offset, int width) {
    int address = base + offset;
    // The difference cannot overflow: size is not negative, width is small. A sum that overflows
    // is negative, where neither part is.
    if ((base | offset | address) < 0 || address > size - width) {
      throw outOfBounds();
    }
    return address;
  }

  /** Returns {@code address}, if {@code width} bytes from it lie in the memory. */
  private int at(int address, int width) {
    return at(address, 0, width);
  }

  static WasmRuntimeException outOfBounds() {
    return new WasmRuntimeException("out of bounds memory access");
  }

  // Bulk operations.

  @Override
  public void write(int address, byte[] data, int offset, int length) {
    System.arraycopy(data, offset, bytes, range(address, length), length);
  }

  @Override
  public byte[] readBytes(int address, int length) {
    int start = range(address, length);
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  @Override
  public void copy(int destination, int source, int length) {
    System.arraycopy(bytes, range(source, length), bytes, range(destination, length), length);
  }

  /**
   * Fills from {@code from} to {@code to}. Chicory passes the sum of address and length; one that
   * wrapped is below {@code from} or negative, and out of bounds.
   */
  @Override
  public void fill(byte value, int from, int to) {
    if (from < 0 || to < from || to > size) {
      throw outOfBounds();
    }
    Arrays.fill(bytes, from, to, value);
  }

  private int range(int address, int length) {
    if (address < 0 || length < 0 || address > size - length) {
      throw outOfBounds();
    }
    return address;
  }

  @Override
  public void zero() {
    // Instances zero a memory before use; ours is fresh, and never used twice.
  }

  // Data segments.

  @Override
  public void initialize(Instance instance, DataSegment[] dataSegments) {
    segments = new Segments(dataSegments);
    segments.copyActive(instance, this);
  }

  /** Copies an active segment into place. */
  void initialize(int address, byte[] data) {
    if (address < 0 || address > size - data.length) {
      throw new UninstantiableException("out of bounds memory access");
    }
    System.arraycopy(data, 0, bytes, address, data.length);
  }

  @Override
  public void initPassiveSegment(int segment, int destination, int offset, int length) {
    byte[] data = segments.bytes(segment);
    if (offset < 0 || length < 0 || offset > data.length - length) {
      throw outOfBounds();
    }
    write(destination, data, offset, length);
  }

  @Override
  public void drop(int segment) {
    segments.drop(segment);
  }

  // What only shared memories need.

  @Override
  @Deprecated
  @SuppressWarnings("removal")
  public Object lock(int address) {
    throw new UnsupportedOperationException("memory is not shared");
  }

  @Override
  @Deprecated
  @SuppressWarnings("removal")
  public int waitOn(int address, int expected, long timeout) {
    throw new UnsupportedOperationException("memory is not shared");
  }

  @Override
  @Deprecated
  @SuppressWarnings("removal")
  public int waitOn(int address, long expected, long timeout) {
    throw new UnsupportedOperationException("memory is not shared");
  }

  @Override
  @Deprecated
  @SuppressWarnings("removal")
  public int notify(int address, int maxThreads) {
    throw new UnsupportedOperationException("memory is not shared");
  }
}
