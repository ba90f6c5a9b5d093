package dev.cloche.egress;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Takes a connection, reads one byte, says so, and reads no more. */
final class StallingServer implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 1, Loopback.ADDRESS);
  private volatile Socket connection = new Socket();

  StallingServer(Runnable connected) throws IOException {
    Thread thread =
        new Thread(
            () -> {
              try {
                connection = server.accept();
                int unused = connection.getInputStream().read();
                connected.run();
              } catch (IOException e) {
                // Closed by the test.
              }
            },
            "stalling-server");
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "http://www.example.com:" + server.getLocalPort() + "/";
  }

  @Override
  public void close() throws IOException {
    server.close();
    connection.close();
  }
}
