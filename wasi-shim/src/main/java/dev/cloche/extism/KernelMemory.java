package dev.cloche.extism;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The memory that a plugin and its host share, beside the plugin's linear memory, and its
 * allocator.
 *
 * <p><b>Addresses</b> are unsigned numbers of 64 bits, of which those below the size are in it. As
 * in Extism's kernel, a load from outside gives 0 and a store there does nothing; whoever hands a
 * range on asks {@link #holds} first.
 *
 * <p><b>Blocks</b> begin at multiples of 64 bytes and have one of 184 capacities, eight to each
 * power of two. A block that is freed is used again for a block of its capacity; else a new one
 * comes behind the last. So both take constant time, whatever a guest does with them, and at most
 * an eighth of a large block is wasted.
 *
 * <p><b>What is known of blocks</b> is kept beside the bytes, where no store reaches it: for each
 * 64 bytes the length of the block that begins there, or the next free one. This is 4 bytes for 64,
 * however small the blocks are.
 *
 * <p><b>Size.</b> Pages of 64 KiB, taken from a {@link KernelSpace} before they are allocated.
 */
final class KernelMemory {
  static final int PAGE_BYTES = 64 * 1024;

  private static final int GRANULE_LOG2 = 6;
  private static final int GRANULE = 1 << GRANULE_LOG2;
  private static final int GRANULES_OF_PAGE = PAGE_BYTES / GRANULE;

  /** Capacities below are multiples of a granule: 8 of them. */
  private static final int SMALL = 512;

  private static final int CAPACITIES = 8 + 22 * 8;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final KernelSpace space;
  private byte[][] pages = new byte[0][];
  private int pageCount;

  /** For each granule: 0 nothing, above 0 the length of a block, below 0 {@code ~next} free one. */
  private int[][] marks = new int[0][];

  /** The first free block of each capacity, as a granule; 0 for none, since 0 is in no block. */
  private final int[] free = new int[CAPACITIES];

  /** Where nothing has been yet. */
  private long top = GRANULE;

  KernelMemory(KernelSpace space) {
    this.space = space;
  }

  /** Returns how many bytes it has, used or not. */
  long size() {
    return (long) pageCount * PAGE_BYTES;
  }

  /** Returns how many bytes have ever been in blocks. */
  long used() {
    return pageCount == 0 ? 0 : top;
  }

  /** Whether all of a range is in this memory; the empty one is anywhere. */
  boolean holds(long address, long length) {
    return length == 0 || (length > 0 && address >= 0 && length <= size() - address);
  }

  /**
   * Makes a block; ends the call if there is no room for it.
   *
   * @param length unsigned; 0 gives no block
   * @return its address, or 0 for no block
   */
  long allocate(long length) {
    if (length == 0) {
      return 0;
    }
    requireSize(length);
    int capacity = capacityIndex((int) length);
    int granule = free[capacity];
    if (granule != 0) {
      free[capacity] = ~mark(granule);
    } else {
      granule = (int) (top >> GRANULE_LOG2);
      reach(top + capacity((int) length));
      top += capacity((int) length);
    }
    mark(granule, (int) length);
    return (long) granule << GRANULE_LOG2;
  }

  /** Frees a block; what is none is passed over, as in Extism's kernel. */
  void free(long block) {
    int length = length(block);
    if (length > 0) {
      int capacity = capacityIndex(length);
      int granule = (int) (block >> GRANULE_LOG2);
      mark(granule, ~free[capacity]);
      free[capacity] = granule;
    }
  }

  /** Returns the length of a block; 0 for an address where none begins. */
  int length(long block) {
    if (block < GRANULE || block >= size() || (block & (GRANULE - 1)) != 0) {
      return 0;
    }
    return Math.max(0, mark((int) (block >> GRANULE_LOG2)));
  }

  /** Forgets all blocks, and what was in them. */
  void reset() {
    for (int i = 0; i < pageCount; i++) {
      Arrays.fill(pages[i], (byte) 0);
      Arrays.fill(marks[i], 0);
    }
    Arrays.fill(free, 0);
    top = GRANULE;
  }

  /** Writes a block whose length is known only at its end. */
  final class Writer {
    private long length;

    /** Adds bytes; ends the call if there is no room for them. */
    void write(byte[] bytes, int offset, int count) {
      requireSize(length + count);
      reach(top + length + count);
      put(top + length, bytes, offset, count);
      length += count;
    }

    /** Returns how many bytes there are. */
    long length() {
      return length;
    }

    /** Returns the address of the block; 0 if nothing was written. */
    long finish() {
      if (length == 0) {
        return 0;
      }
      long block = top;
      reach(top + capacity((int) length));
      mark((int) (block >> GRANULE_LOG2), (int) length);
      top += capacity((int) length);
      return block;
    }
  }

  /** Begins a block behind all others; no other is to be made until it is finished. */
  Writer writer() {
    return new Writer();
  }

  byte loadByte(long address) {
    return holds(address, 1) ? pages[page(address)][offset(address)] : 0;
  }

  void storeByte(long address, byte value) {
    if (holds(address, 1)) {
      pages[page(address)][offset(address)] = value;
    }
  }

  long loadLong(long address) {
    if (!holds(address, Long.BYTES)) {
      return 0;
    }
    if (offset(address) <= PAGE_BYTES - Long.BYTES) {
      return (long) LONG.get(pages[page(address)], offset(address));
    }
    return (long) LONG.get(get(address, Long.BYTES), 0);
  }

  void storeLong(long address, long value) {
    if (!holds(address, Long.BYTES)) {
      return;
    }
    if (offset(address) <= PAGE_BYTES - Long.BYTES) {
      LONG.set(pages[page(address)], offset(address), value);
    } else {
      byte[] bytes = new byte[Long.BYTES];
      LONG.set(bytes, 0, value);
      put(address, bytes, 0, Long.BYTES);
    }
  }

  /** Returns a range that this memory {@link #holds}. */
  byte[] get(long address, int length) {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      int at = offset(address + done);
      int piece = Math.min(length - done, PAGE_BYTES - at);
      System.arraycopy(pages[page(address + done)], at, bytes, done, piece);
      done += piece;
    }
    return bytes;
  }

  /** Fills a range that this memory {@link #holds}. */
  void put(long address, byte[] bytes, int offset, int length) {
    for (int done = 0; done < length; ) {
      int at = offset(address + done);
      int piece = Math.min(length - done, PAGE_BYTES - at);
      System.arraycopy(bytes, offset + done, pages[page(address + done)], at, piece);
      done += piece;
    }
  }

  private void requireSize(long length) {
    // The last bytes below 2 GiB are in no block, so that all capacities are ints.
    if (length < 0 || length > Integer.MAX_VALUE - SMALL) {
      throw space.full(length < 0 ? Long.MAX_VALUE : length);
    }
  }

  /** Grows to this size at least. */
  private void reach(long end) {
    while (size() < end) {
      int more = (int) ((end - size() + PAGE_BYTES - 1) / PAGE_BYTES);
      if (!space.take((long) more * PAGE_BYTES)) {
        throw space.full(end - size());
      }
      if (pageCount + more > pages.length) {
        int slots = Math.max(pageCount + more, pageCount * 2);
        pages = Arrays.copyOf(pages, slots);
        marks = Arrays.copyOf(marks, slots);
      }
      add(more);
    }
  }

  private void add(int more) {
    try {
      for (int i = 0; i < more; i++) {
        pages[pageCount] = new byte[PAGE_BYTES];
        marks[pageCount] = new int[GRANULES_OF_PAGE];
        pageCount++;
      }
    } catch (OutOfMemoryError noHeap) {
      throw space.full((long) more * PAGE_BYTES);
    }
  }

  private int mark(int granule) {
    return marks[granule / GRANULES_OF_PAGE][granule % GRANULES_OF_PAGE];
  }

  private void mark(int granule, int value) {
    marks[granule / GRANULES_OF_PAGE][granule % GRANULES_OF_PAGE] = value;
  }

  private static int page(long address) {
    return (int) (address / PAGE_BYTES);
  }

  private static int offset(long address) {
    return (int) (address % PAGE_BYTES);
  }

  /** Which capacity a block of this length has. */
  static int capacityIndex(int length) {
    if (length <= SMALL) {
      return (length - 1) / GRANULE;
    }
    int octave = 31 - Integer.numberOfLeadingZeros(length - 1);
    return 8 + (octave - 9) * 8 + (((length - 1) >> (octave - 3)) & 7);
  }

  /** What a block of this length takes, at least its length. */
  static long capacity(int length) {
    if (length <= SMALL) {
      return (length + GRANULE - 1L) & -GRANULE;
    }
    int step = 28 - Integer.numberOfLeadingZeros(length - 1);
    return (((length - 1L) >> step) + 1) << step;
  }
}
