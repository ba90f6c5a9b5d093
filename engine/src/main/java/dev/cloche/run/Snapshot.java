package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.types.PassiveElement;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * The state of an instance at some moment between two calls: what later instances start from, in
 * place of a module's segments and start-up code. It is the guest's alone: nothing of WASI is in
 * it, and nothing of the meter.
 *
 * <p>Functions are named by their index in it, so it does not depend on how code is run. Immutable,
 * and shared by all instances of a tool.
 */
final class Snapshot {

  /** Of the serialised form. */
  private static final int VERSION = 1;

  private final boolean started;
  private final MemoryImage memory;
  private final long[] globals;
  private final int[][] tables;
  private final BitSet droppedData;
  private final BitSet droppedElements;

  private Snapshot(
      boolean started,
      MemoryImage memory,
      long[] globals,
      int[][] tables,
      BitSet droppedData,
      BitSet droppedElements) {
    this.started = started;
    this.memory = memory;
    this.globals = globals;
    this.tables = tables;
    this.droppedData = droppedData;
    this.droppedElements = droppedElements;
  }

  /**
   * Takes a snapshot of an instance whose stack is empty.
   *
   * @param started whether its start-up code has run
   * @param globalCount how many globals are the guest's; the meter's come behind
   */
  static Snapshot of(
      Instance instance,
      MemoryImage memory,
      List<GuestTable> tables,
      int globalCount,
      boolean started) {
    long[] globals = new long[globalCount];
    for (int i = 0; i < globalCount; i++) {
      globals[i] = instance.global(i).getValue();
    }
    return new Snapshot(
        started,
        memory,
        globals,
        tables.stream().map(GuestTable::copyOfRefs).toArray(int[][]::new),
        droppedData(instance),
        droppedElements(instance));
  }

  /** Instantiation drops active segments (WebAssembly 2.0, 4.5.4), {@code data.drop} others. */
  private static BitSet droppedData(Instance instance) {
    BitSet dropped = new BitSet();
    for (int i = 0; i < instance.module().dataSection().dataSegmentCount(); i++) {
      dropped.set(i, instance.dataSegmentData(i).length == 0);
    }
    return dropped;
  }

  /** Chicory keeps active and declarative ones, but lets nobody use them. */
  private static BitSet droppedElements(Instance instance) {
    BitSet dropped = new BitSet();
    for (int i = 0; i < instance.elementCount(); i++) {
      dropped.set(i, !(instance.element(i) instanceof PassiveElement));
    }
    return dropped;
  }

  /** Whether start-up code has run, or a call has to run it. */
  boolean started() {
    return started;
  }

  MemoryImage memory() {
    return memory;
  }

  /** The function indexes in a guest's table, -1 for null; not to be changed. */
  int[] table(int index) {
    return tables[index];
  }

  boolean isDataDropped(int segment) {
    return droppedData.get(segment);
  }

  boolean isElementDropped(int segment) {
    return droppedElements.get(segment);
  }

  /** Sets the guest's globals of a fresh instance. */
  void restoreGlobals(Instance instance) {
    for (int i = 0; i < globals.length; i++) {
      instance.global(i).setValue(globals[i]);
    }
  }

  /** How many bytes of heap it takes, next to nothing left out. */
  long heldBytes() {
    long entries = 0;
    for (int[] table : tables) {
      entries += table.length;
    }
    return memory.contentBytes() + entries * Integer.BYTES + (long) globals.length * Long.BYTES;
  }

  /** Writes the plain form that {@link #readFrom} reads. */
  void writeTo(DataOutput out) throws IOException {
    out.writeInt(VERSION);
    out.writeBoolean(started);
    memory.writeTo(out);
    out.writeInt(globals.length);
    for (long global : globals) {
      out.writeLong(global);
    }
    out.writeInt(tables.length);
    for (int[] table : tables) {
      out.writeInt(table.length);
      for (int ref : table) {
        out.writeInt(ref);
      }
    }
    writeBits(out, droppedData);
    writeBits(out, droppedElements);
  }

  /**
   * Reads what {@link #writeTo} wrote, from a source that is trusted as code is.
   *
   * @throws IOException if it is of another version, cut short or damaged
   */
  static Snapshot readFrom(DataInput in) throws IOException {
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException("snapshot of version " + version + ", not " + VERSION);
    }
    boolean started = in.readBoolean();
    MemoryImage memory = MemoryImage.readFrom(in);
    long[] globals = new long[readCount(in)];
    for (int i = 0; i < globals.length; i++) {
      globals[i] = in.readLong();
    }
    int[][] tables = new int[readCount(in)][];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = readInts(in, readCount(in));
    }
    return new Snapshot(started, memory, globals, tables, readBits(in), readBits(in));
  }

  /** In one piece: a table has an entry for each function that is called through it. */
  private static int[] readInts(DataInput in, int count) throws IOException {
    byte[] bytes = new byte[Math.multiplyExact(count, Integer.BYTES)];
    in.readFully(bytes);
    int[] ints = new int[count];
    ByteBuffer.wrap(bytes).asIntBuffer().get(ints);
    return ints;
  }

  private static int readCount(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > GuestTable.MAX_ENTRIES) {
      throw new IOException("snapshot with a count of " + count);
    }
    return count;
  }

  private static void writeBits(DataOutput out, BitSet bits) throws IOException {
    long[] words = bits.toLongArray();
    out.writeInt(words.length);
    for (long word : words) {
      out.writeLong(word);
    }
  }

  private static BitSet readBits(DataInput in) throws IOException {
    long[] words = new long[readCount(in)];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.readLong();
    }
    return BitSet.valueOf(words);
  }
}
