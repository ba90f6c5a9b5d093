package dev.cloche.egress;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/** A socket of a lane: connects as {@link VettedSockets} says, and counts what it reads. */
final class WireSocket extends Socket {
  private static final int SKIP_BYTES = 2_048;

  private final VettedSockets owner;
  private final Intake intake;
  private final boolean plainText;
  private boolean bounded = true;

  WireSocket(VettedSockets owner, Intake intake, boolean plainText) {
    // Without a proxy said, a socket asks the JVM for one.
    super(Proxy.NO_PROXY);
    this.owner = owner;
    this.intake = intake;
    this.plainText = plainText;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    if (!(endpoint instanceof InetSocketAddress target)) {
      throw new SocketException("refused: not an address that was vetted");
    }
    super.connect(target, owner.admit(target));
    setTcpNoDelay(true);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new CountedInput(super.getInputStream());
  }

  private void boundWaiting() throws IOException {
    if (bounded) {
      int millis = owner.waitMillis();
      bounded = millis > 0;
      setSoTimeout(millis);
    }
  }

  private final class CountedInput extends FilterInputStream {
    CountedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      boundWaiting();
      int read = super.read(bytes, offset, length);
      if (read > 0) {
        intake.atWire(read);
        if (plainText) {
          intake.inStep(read);
        }
      }
      return read;
    }

    @Override
    public long skip(long count) throws IOException {
      // What is skipped is counted as well. TLS skips what is left when it closes, until it is.
      byte[] skipped = new byte[(int) Math.min(Math.max(count, 0), SKIP_BYTES)];
      return Math.max(0, read(skipped, 0, skipped.length));
    }
  }
}
