package dev.cloche.wasi;

import java.util.Objects;

/**
 * Where a guest's standard input comes from.
 *
 * <p>Used on the thread of the guest. An implementation that waits must end by throwing the
 * engine's {@link HostStop} at the deadline.
 */
public interface GuestInput {
  /**
   * Reads some bytes, at least one unless {@code length} is 0.
   *
   * @return how many, or -1 at the end
   */
  int read(byte[] buffer, int offset, int length);

  /** Returns an input that is at its end. */
  static GuestInput empty() {
    return (buffer, offset, length) -> -1;
  }

  /** Returns an input of the given bytes, which are copied. */
  static GuestInput of(byte[] content) {
    return new BytesInput(content);
  }

  /** An input that is in memory. */
  final class BytesInput implements GuestInput {
    private final byte[] content;
    private int position;

    private BytesInput(byte[] content) {
      this.content = content.clone();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, buffer.length);
      int count = Math.min(length, content.length - position);
      if (count == 0) {
        return length == 0 ? 0 : -1;
      }
      System.arraycopy(content, position, buffer, offset, count);
      position += count;
      return count;
    }
  }
}
