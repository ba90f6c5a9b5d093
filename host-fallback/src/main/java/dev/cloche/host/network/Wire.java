package dev.cloche.host.network;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The connection of a command, with a look ahead. One thread may write while another reads, which
 * the streams of the JDK for channels did not permit before Java 19.
 */
final class Wire implements Closeable {
  private static final int LOOK_AHEAD = 8 << 10;

  private final SocketChannel channel;
  private final ByteBuffer ahead = ByteBuffer.allocate(LOOK_AHEAD).limit(0);

  Wire(SocketChannel channel) {
    this.channel = channel;
  }

  /** Returns the next byte; -1 at the end. */
  int read() throws IOException {
    if (!ahead.hasRemaining()) {
      ahead.clear();
      int read = channel.read(ahead);
      ahead.flip();
      if (read < 0) {
        return -1;
      }
    }
    return ahead.get() & 0xff;
  }

  /** Reads at least one byte; -1 at the end. */
  int read(byte[] bytes, int offset, int length) throws IOException {
    if (ahead.hasRemaining()) {
      int taken = Math.min(length, ahead.remaining());
      ahead.get(bytes, offset, taken);
      return taken;
    }
    return channel.read(ByteBuffer.wrap(bytes, offset, length));
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
    while (left.hasRemaining()) {
      int written = channel.write(left);
      assert written >= 0;
    }
  }

  void write(String ascii) throws IOException {
    byte[] bytes = ascii.getBytes(StandardCharsets.ISO_8859_1);
    write(bytes, 0, bytes.length);
  }

  /** The command will get no more. */
  void endOutput() throws IOException {
    SocketChannel same = channel.shutdownOutput();
    assert same == channel;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
