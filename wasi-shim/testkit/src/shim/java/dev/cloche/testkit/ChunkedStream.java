package dev.cloche.testkit;

import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** Reads one chunk after the other; no read gives bytes of two. */
final class ChunkedStream extends InputStream {
  private final List<byte[]> chunks;
  private int chunk;
  private int at;

  ChunkedStream(List<byte[]> chunks) {
    this.chunks = chunks.stream().filter(each -> each.length > 0).toList();
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (chunk == chunks.size()) {
      return -1;
    }
    byte[] present = chunks.get(chunk);
    int count = Math.min(length, present.length - at);
    System.arraycopy(present, at, into, offset, count);
    at += count;
    if (at == present.length) {
      chunk++;
      at = 0;
    }
    return count;
  }

  @Override
  public int available() {
    return chunk == chunks.size() ? 0 : chunks.get(chunk).length - at;
  }
}
