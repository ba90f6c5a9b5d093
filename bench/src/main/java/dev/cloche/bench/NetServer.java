package dev.cloche.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers every request on a port of this machine with the same bytes, over connections that it
 * keeps. It does little on purpose: what is measured is who asks.
 */
final class NetServer implements AutoCloseable {

  private final ServerSocket socket;
  private final int length;
  private final byte[] response;
  private final AtomicInteger served = new AtomicInteger();

  private NetServer(ServerSocket socket, int length) {
    this.socket = socket;
    this.length = length;
    this.response = response(NetBody.of(length));
  }

  /** Starts one whose body has this length. */
  static NetServer start(int length) {
    try {
      ServerSocket socket =
          new ServerSocket(0, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
      NetServer server = new NetServer(socket, length);
      start(server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "bench-server");
    thread.setDaemon(true);
    thread.start();
  }

  private static byte[] response(byte[] body) {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[start.length + body.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    return all;
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort() + "/";
  }

  /** How long the body is. */
  int length() {
    return length;
  }

  /** How many requests it has answered, or begun to. */
  int served() {
    return served.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        start(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      BufferedReader requests =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      OutputStream answers = connection.getOutputStream();
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        if (line.isEmpty()) {
          int ignored = served.incrementAndGet();
          answers.write(response);
        }
      }
    } catch (IOException gone) {
      return;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
