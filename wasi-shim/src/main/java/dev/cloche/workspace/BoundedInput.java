package dev.cloche.workspace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what is read, and ends with an error where more was read than allowed. */
final class BoundedInput extends FilterInputStream {
  private long count;
  private long limit = Long.MAX_VALUE;

  BoundedInput(InputStream in) {
    super(in);
  }

  long count() {
    return count;
  }

  /** Allows so many bytes from here on. */
  void allow(long more) {
    limit = more > Long.MAX_VALUE - count ? Long.MAX_VALUE : count + more;
  }

  private void add(long read) throws IOException {
    count += Math.max(0, read);
    if (count > limit) {
      throw new IOException("a header is too large");
    }
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    add(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    int read = super.read(into, at, length);
    add(read);
    return read;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long skipped = super.skip(wanted);
    add(skipped);
    return skipped;
  }
}
