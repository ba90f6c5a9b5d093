package dev.cloche.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A stream of this process that a guest writes to. Remembers how it was left: whether in the middle
 * of a line, and whether a write failed, as it does when the reader of a pipe is gone. Thread-safe.
 */
final class GuestOutput extends OutputStream {

  private final OutputStream stream;
  private final Runnable onFailure;
  private boolean midLine;
  private Optional<IOException> failure = Optional.empty();

  /**
   * Makes one.
   *
   * @param onFailure runs when a write fails, before the writer learns of it
   */
  GuestOutput(OutputStream stream, Runnable onFailure) {
    super();
    this.stream = stream;
    this.onFailure = onFailure;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    midLine = bytes[offset + length - 1] != '\n';
    try {
      stream.write(bytes, offset, length);
      stream.flush();
    } catch (IOException e) {
      failure = Optional.of(e);
      onFailure.run();
      throw e;
    }
  }

  /** Whether the last byte written was not the end of a line. */
  synchronized boolean isMidLine() {
    return midLine;
  }

  /** The failure of a write, where one failed. */
  synchronized Optional<IOException> failure() {
    return failure;
  }
}
