package dev.cloche.bench;

/** The body that is fetched: byte {@code i} is {@code i % 251}, so that any part can be checked. */
final class NetBody {

  /** What is read at once; {@code http_read} moves no more. */
  static final int CHUNK = 65_536;

  private static final int PERIOD = 251;

  private NetBody() {}

  /**
   * Where a body comes from.
   *
   * @param <E> what it throws
   */
  @FunctionalInterface
  interface Source<E extends Exception> {
    /** As {@link java.io.InputStream#read(byte[], int, int)}. */
    int read(byte[] into, int offset, int length) throws E;
  }

  static byte[] of(int length) {
    byte[] body = new byte[length];
    for (int i = 0; i < length; i++) {
      body[i] = at(i);
    }
    return body;
  }

  private static byte at(int index) {
    return (byte) (index % PERIOD);
  }

  /** Reads to the end; checks the length, and the first and the last byte of each piece. */
  static <E extends Exception> void check(Source<E> source, byte[] buffer, int length) throws E {
    int total = 0;
    int read = source.read(buffer, 0, buffer.length);
    while (read >= 0) {
      if (read > 0 && (buffer[0] != at(total) || buffer[read - 1] != at(total + read - 1))) {
        throw new IllegalStateException("the piece from byte " + total + " is not the server's");
      }
      total += read;
      read = source.read(buffer, 0, buffer.length);
    }
    if (total != length) {
      throw new IllegalStateException(total + " bytes came instead of " + length);
    }
  }
}
