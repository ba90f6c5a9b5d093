package dev.cloche.egress;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Takes secrets out of a body as it comes. Used by one thread. */
final class ScrubbedBody implements ByteStream {
  private static final int BUFFER_BYTES = 8_192;

  private final ByteStream body;
  private final List<Scrubber.Stream> streams;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private byte[] clean = {};
  private int at;
  private boolean ended;

  ScrubbedBody(ByteStream body, List<Scrubber.Stream> streams) {
    this.body = body;
    this.streams = streams;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException, EgressException {
    while (at == clean.length) {
      if (ended) {
        return -1;
      }
      refill();
    }
    int count = Math.min(length, clean.length - at);
    System.arraycopy(clean, at, bytes, offset, count);
    at += count;
    return count;
  }

  private void refill() throws IOException, EgressException {
    int read = body.read(buffer, 0, buffer.length);
    clean = read < 0 ? last() : through(0, buffer, read);
    at = 0;
    ended = read < 0;
  }

  /** Sends bytes through the streams, the one at {@code from} first. */
  private byte[] through(int from, byte[] bytes, int length) {
    byte[] next = bytes;
    int count = length;
    for (Scrubber.Stream stream : streams.subList(from, streams.size())) {
      next = stream.next(next, 0, count);
      count = next.length;
    }
    return next;
  }

  /** What each stream held back goes through those after it, in their order. */
  private byte[] last() {
    byte[] held = {};
    for (int i = 0; i < streams.size(); i++) {
      byte[] before = streams.get(i).next(held, 0, held.length);
      held = joined(before, streams.get(i).end());
    }
    return held;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
