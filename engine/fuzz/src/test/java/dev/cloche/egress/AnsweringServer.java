package dev.cloche.egress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A server on this machine that answers each connection's first request, which has no body, with
 * the same bytes and closes. One thread, a daemon, until the JVM ends.
 */
final class AnsweringServer {
  private static final int END_OF_HEAD = 0x0d0a0d0a;

  private final ServerSocket server = new ServerSocket(0, 50, Loopback.ADDRESS);
  private volatile byte[] answer = {};

  AnsweringServer() throws IOException {
    Thread thread = new Thread(this::serve, "answering-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  /** From now on it answers this. */
  void answer(byte[] bytes) {
    answer = bytes;
  }

  private void serve() {
    while (true) {
      try (Socket connection = server.accept()) {
        if (readHead(connection.getInputStream())) {
          OutputStream out = connection.getOutputStream();
          out.write(answer);
        }
      } catch (IOException gone) {
        // The client has enough; the next one comes.
      }
    }
  }

  private static boolean readHead(InputStream in) throws IOException {
    int last = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      last = last << 8 | next;
      if (last == END_OF_HEAD) {
        return true;
      }
    }
    return false;
  }
}
