package dev.cloche.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Puts TLS over a lane's sockets, and the lane's {@link Intake} over TLS. Thread-safe. */
final class GuardedTls extends SSLSocketFactory {
  private final SSLSocketFactory tls;
  private final Intake intake;

  GuardedTls(SSLSocketFactory tls, Intake intake) {
    this.tls = tls;
    this.intake = intake;
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    // TLS over any other socket would be TLS to an address that nobody vetted.
    if (!(socket instanceof WireSocket)) {
      throw unsupported();
    }
    return new GuardedTlsSocket(
        (SSLSocket) tls.createSocket(socket, host, port, autoClose), intake);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return tls.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.getSupportedCipherSuites();
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
    return new SocketException("refused: TLS goes over vetted sockets alone");
  }
}
