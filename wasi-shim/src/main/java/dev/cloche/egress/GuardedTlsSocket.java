package dev.cloche.egress;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * A TLS socket whose plain text is looked at as it comes in; all else is the wrapped socket's.
 *
 * <p>It is the one place where the bytes of HTTP can be seen before the client reads them.
 */
// The wrapped socket synchronizes what needs it.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class GuardedTlsSocket extends SSLSocket {
  private final SSLSocket tls;
  private static final int SKIP_BYTES = 2_048;

  private final Intake intake;

  GuardedTlsSocket(SSLSocket tls, Intake intake) {
    this.tls = tls;
    this.intake = intake;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new LookedAt(tls.getInputStream());
  }

  private final class LookedAt extends FilterInputStream {
    private final FrameGuard frames = new FrameGuard(intake);

    LookedAt(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      if (read > 0 && "h2".equals(tls.getApplicationProtocol())) {
        frames.passed(bytes, offset, read);
      } else if (read > 0) {
        intake.inStep(read);
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

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return tls.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    tls.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return tls.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return tls.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    tls.setEnabledProtocols(protocols);
  }

  @Override
  public SSLSession getSession() {
    return tls.getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return tls.getHandshakeSession();
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    tls.addHandshakeCompletedListener(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    tls.removeHandshakeCompletedListener(listener);
  }

  @Override
  public void startHandshake() throws IOException {
    tls.startHandshake();
  }

  @Override
  public void setUseClientMode(boolean mode) {
    tls.setUseClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return tls.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    tls.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return tls.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    tls.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return tls.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    tls.setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return tls.getEnableSessionCreation();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return tls.getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    tls.setSSLParameters(parameters);
  }

  @Override
  public String getApplicationProtocol() {
    return tls.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return tls.getHandshakeApplicationProtocol();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return tls.getOutputStream();
  }

  @Override
  public void close() throws IOException {
    tls.close();
  }

  @Override
  public boolean isClosed() {
    return tls.isClosed();
  }

  @Override
  public boolean isConnected() {
    return tls.isConnected();
  }

  @Override
  public boolean isBound() {
    return tls.isBound();
  }

  @Override
  public boolean isInputShutdown() {
    return tls.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return tls.isOutputShutdown();
  }

  @Override
  public void shutdownInput() throws IOException {
    tls.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    tls.shutdownOutput();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    tls.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return tls.getSoTimeout();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    tls.setTcpNoDelay(on);
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return tls.getTcpNoDelay();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    tls.setKeepAlive(on);
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return tls.getKeepAlive();
  }

  @Override
  public void setSoLinger(boolean on, int seconds) throws SocketException {
    tls.setSoLinger(on, seconds);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return tls.getSoLinger();
  }

  @Override
  public InetAddress getInetAddress() {
    return tls.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return tls.getLocalAddress();
  }

  @Override
  public int getPort() {
    return tls.getPort();
  }

  @Override
  public int getLocalPort() {
    return tls.getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return tls.getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return tls.getLocalSocketAddress();
  }
}
