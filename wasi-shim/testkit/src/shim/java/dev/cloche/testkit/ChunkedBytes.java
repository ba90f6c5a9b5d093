package dev.cloche.testkit;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bytes that come in chunks. Immutable. */
public final class ChunkedBytes {
  private final byte[] bytes;
  private final List<Integer> borders;

  private ChunkedBytes(byte[] bytes, List<Integer> borders) {
    this.bytes = bytes;
    this.borders = borders;
  }

  /**
   * Returns these bytes, cut.
   *
   * @param bytes all of them; copied
   * @param borders where one chunk ends and the next begins, in any order; between two equal ones
   *     is a chunk of nothing
   * @throws IllegalArgumentException if a border is outside of the bytes
   */
  public static ChunkedBytes of(byte[] bytes, List<Integer> borders) {
    for (int border : borders) {
      if (border < 0 || border > bytes.length) {
        throw new IllegalArgumentException(
            "border " + border + " is not within " + bytes.length + " bytes");
      }
    }
    return new ChunkedBytes(bytes.clone(), borders.stream().sorted().toList());
  }

  /** Returns a copy of all of them. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns where one chunk ends and the next begins, in rising order. */
  public List<Integer> borders() {
    return borders;
  }

  /** Returns the chunks, one more than there are borders. */
  public List<byte[]> chunks() {
    List<byte[]> chunks = new ArrayList<>();
    int from = 0;
    for (int border : borders) {
      chunks.add(Arrays.copyOfRange(bytes, from, border));
      from = border;
    }
    chunks.add(Arrays.copyOfRange(bytes, from, bytes.length));
    return chunks;
  }

  /**
   * Returns a stream of the bytes whose reads each end with a chunk, as those of a connection do.
   * Chunks of nothing are left out: a read of a stream waits for one byte at least.
   */
  public InputStream stream() {
    return new ChunkedStream(chunks());
  }

  /** Returns a text that has borders as bars and bytes that are no printable ASCII escaped. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (byte[] chunk : chunks()) {
      text.append(text.isEmpty() ? "" : "|").append(Shown.bytes(chunk));
    }
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChunkedBytes that
        && Arrays.equals(bytes, that.bytes)
        && borders.equals(that.borders);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bytes) + borders.hashCode();
  }

  /** Returns the parts joined, with a border wherever one ends. */
  static ChunkedBytes joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<Integer> borders = new ArrayList<>();
    for (byte[] part : parts) {
      all.writeBytes(part);
      borders.add(all.size());
    }
    borders.remove(borders.size() - 1);
    return of(all.toByteArray(), borders);
  }
}
