package dev.cloche.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/**
 * Makes the sockets of one lane, which connect to vetted addresses at one port and to nothing else:
 * the second guard, behind {@link PinnedDns}, and the one that holds for addresses in URLs, which
 * are never looked up. Thread-safe.
 *
 * <p>The sockets know no proxy, whatever the JVM is told by {@code socksProxyHost}, {@code
 * ProxySelector.setDefault} or {@code java.net.useSystemProxies}. Until the lane is connected, TLS
 * included, all waiting is bounded by one deadline, of which each address gets its share.
 */
final class VettedSockets extends SocketFactory {
  private final Set<InetAddress> addresses;
  private final int port;
  private final Intake intake;
  private final boolean plainText;
  private final List<Socket> sockets = new ArrayList<>();
  private final long connectDeadline;
  private int addressesLeft;
  private volatile boolean connected;
  private boolean closed;

  VettedSockets(
      List<InetAddress> addresses, int port, Intake intake, boolean plainText, long connectNanos) {
    this.addresses = Set.copyOf(addresses);
    this.port = port;
    this.intake = intake;
    this.plainText = plainText;
    this.connectDeadline = System.nanoTime() + connectNanos;
    this.addressesLeft = this.addresses.size();
  }

  /** The time to connect no longer matters. */
  void connected() {
    connected = true;
  }

  boolean isConnected() {
    return connected;
  }

  /** Closes all sockets, also those to come; does not block. */
  void close() {
    List<Socket> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(sockets);
      sockets.clear();
    }
    for (Socket socket : open) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is of no more use, which is what was asked for.
      }
    }
  }

  @Override
  public synchronized Socket createSocket() throws IOException {
    if (closed) {
      throw new SocketException("closed");
    }
    WireSocket socket = new WireSocket(this, intake, plainText);
    sockets.add(socket);
    return socket;
  }

  /** Checks where to, and returns how long connecting may take. */
  synchronized int admit(InetSocketAddress target) throws IOException {
    InetAddress address = target.getAddress();
    if (closed || address == null || !addresses.contains(address) || target.getPort() != port) {
      throw new SocketException("refused: not an address that was vetted");
    }
    int share = Math.max(1, addressesLeft--);
    return Math.max(1, millisLeft() / share);
  }

  /** Milliseconds until the deadline, at least 1; 0 if there is none any more. */
  int waitMillis() throws SocketTimeoutException {
    if (connected) {
      return 0;
    }
    // A server that sends its handshake in drops never lets a single read time out.
    if (connectDeadline - System.nanoTime() <= 0) {
      throw new SocketTimeoutException("connecting took too long");
    }
    return millisLeft();
  }

  private int millisLeft() {
    long left = TimeUnit.NANOSECONDS.toMillis(connectDeadline - System.nanoTime());
    return (int) Math.max(1, Math.min(left, Integer.MAX_VALUE));
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw unsupported();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw unsupported();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw unsupported();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw unsupported();
  }

  private static SocketException unsupported() {
    return new SocketException("refused: sockets connect to vetted addresses alone");
  }
}
