package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server that begins an answer and does not end it, and notices when it is left. */
final class Stuck implements AutoCloseable {
  private final ServerSocket server;
  private final CompletableFuture<Boolean> left = new CompletableFuture<>();

  private Stuck(ServerSocket server) {
    this.server = server;
  }

  static Stuck start() throws IOException {
    Stuck stuck = new Stuck(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
    Thread thread = new Thread(stuck::serve, "stuck");
    thread.setDaemon(true);
    thread.start();
    return stuck;
  }

  private void serve() {
    try (Socket socket = server.accept()) {
      socket
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nA".getBytes(US_ASCII));
      byte[] rest = socket.getInputStream().readAllBytes();
      left.complete(rest.length > 0);
    } catch (IOException reset) {
      left.complete(true);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Waits until the client is gone. */
  boolean wasLeft() throws Exception {
    return left.get(60, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
