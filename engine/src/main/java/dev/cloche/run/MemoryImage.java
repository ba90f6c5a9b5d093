package dev.cloche.run;

import com.dylibso.chicory.runtime.Memory;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a linear memory held at some moment: its size, and those blocks that were not all zero.
 * Immutable; any number of memories are filled from it.
 */
final class MemoryImage {

  /** Bytes of a block: as of a machine's page. A power of two, and a divisor of a guest's page. */
  private static final int BLOCK = 4096;

  private static final byte[] ZEROS = new byte[BLOCK];

  private final int pages;

  /** Where runs of adjacent blocks begin, and in the next array, how long they are, in bytes. */
  private final int[] starts;

  private final int[] lengths;

  /** The runs, one behind the other. */
  private final byte[] content;

  private MemoryImage(int pages, int[] starts, int[] lengths, byte[] content) {
    this.pages = pages;
    this.starts = starts;
    this.lengths = lengths;
    this.content = content;
  }

  /** Takes the image of the first {@code size} bytes of an array, which is a number of pages. */
  static MemoryImage of(byte[] bytes, int size) {
    int[] starts = new int[16];
    int[] lengths = new int[16];
    int runs = 0;
    int total = 0;
    for (int at = 0; at < size; at += BLOCK) {
      if (!isZero(bytes, at)) {
        if (runs > 0 && starts[runs - 1] + lengths[runs - 1] == at) {
          lengths[runs - 1] += BLOCK;
        } else {
          if (runs == starts.length) {
            starts = Arrays.copyOf(starts, runs * 2);
            lengths = Arrays.copyOf(lengths, runs * 2);
          }
          starts[runs] = at;
          lengths[runs++] = BLOCK;
        }
        total += BLOCK;
      }
    }
    byte[] content = new byte[total];
    int to = 0;
    for (int i = 0; i < runs; i++) {
      System.arraycopy(bytes, starts[i], content, to, lengths[i]);
      to += lengths[i];
    }
    return new MemoryImage(
        size / Memory.PAGE_SIZE,
        Arrays.copyOf(starts, runs),
        Arrays.copyOf(lengths, runs),
        content);
  }

  private static boolean isZero(byte[] bytes, int at) {
    return Arrays.equals(bytes, at, at + BLOCK, ZEROS, 0, BLOCK);
  }

  /** The size of the memory, in pages of 64 KiB. */
  int pages() {
    return pages;
  }

  /** How many bytes are kept. */
  int contentBytes() {
    return content.length;
  }

  /** Copies what is not zero into an array of zeros, of {@link #pages} pages at least. */
  void copyInto(byte[] zeros) {
    int from = 0;
    for (int i = 0; i < starts.length; i++) {
      System.arraycopy(content, from, zeros, starts[i], lengths[i]);
      from += lengths[i];
    }
  }

  /**
   * Writes every byte of an array: what the image holds, and zero everywhere else, behind its end
   * too. Nothing is left of what the array held.
   */
  void overwrite(byte[] used) {
    int done = 0;
    int from = 0;
    for (int i = 0; i < starts.length; i++) {
      Arrays.fill(used, done, starts[i], (byte) 0);
      System.arraycopy(content, from, used, starts[i], lengths[i]);
      from += lengths[i];
      done = starts[i] + lengths[i];
    }
    Arrays.fill(used, done, used.length, (byte) 0);
  }

  void writeTo(DataOutput out) throws IOException {
    out.writeInt(pages);
    out.writeInt(starts.length);
    for (int i = 0; i < starts.length; i++) {
      out.writeInt(starts[i]);
      out.writeInt(lengths[i]);
    }
    out.write(content);
  }

  static MemoryImage readFrom(DataInput in) throws IOException {
    int pages = in.readInt();
    int runs = in.readInt();
    if (pages < 0 || pages > Memory.RUNTIME_MAX_PAGES || runs < 0) {
      throw new IOException("not an image of a memory");
    }
    int[] starts = new int[runs];
    int[] lengths = new int[runs];
    int total = 0;
    int end = 0;
    for (int i = 0; i < runs; i++) {
      starts[i] = in.readInt();
      lengths[i] = in.readInt();
      // In order and apart, or overwriting would leave something out.
      if (starts[i] < end || lengths[i] < 0 || starts[i] > pages * Memory.PAGE_SIZE - lengths[i]) {
        throw new IOException("the parts of a memory's image are not in order");
      }
      end = starts[i] + lengths[i];
      total += lengths[i];
    }
    byte[] content = new byte[total];
    in.readFully(content);
    return new MemoryImage(pages, starts, lengths, content);
  }
}
