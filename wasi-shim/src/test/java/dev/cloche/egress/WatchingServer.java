package dev.cloche.egress;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Answers one request at once, and tells when the client closes the connection. */
final class WatchingServer implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 1, Loopback.ADDRESS);

  WatchingServer(String answer, CountDownLatch gone) throws IOException {
    Thread thread =
        new Thread(
            () -> {
              try (Socket connection = server.accept()) {
                InputStream in = connection.getInputStream();
                int octet = in.read();
                connection.getOutputStream().write(RawServer.latin(answer));
                while (octet >= 0) {
                  octet = in.read();
                }
                gone.countDown();
              } catch (IOException e) {
                gone.countDown();
              }
            },
            "watching-server");
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "http://www.example.com:" + server.getLocalPort() + "/";
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
