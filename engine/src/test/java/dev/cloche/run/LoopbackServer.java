package dev.cloche.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;

/**
 * An HTTP server on 127.0.0.1. It answers with status 200 and the head of the request, as
 * httpbin.org does; for {@code /redirect} with one to {@code /target}; for {@code /wait} only when
 * the other side is gone. {@code /big} is 100,000 bytes, {@code /gzip} 200,000 that were
 * compressed, {@code /header} has 3,000 bytes of head. Keeps no connection.
 */
final class LoopbackServer implements AutoCloseable {

  /** Heads of requests, in the order in which they came. */
  final List<String> heads = new CopyOnWriteArrayList<>();

  /** Counted down when a request for {@code /wait} is there. */
  final CountDownLatch waiting = new CountDownLatch(1);

  /** Counted down when the other side of {@code /wait} is gone. */
  final CountDownLatch cut = new CountDownLatch(1);

  private final ServerSocket server;

  LoopbackServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getLocalPort() + path;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "loopback-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        daemon(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      String head = head(socket.getInputStream());
      heads.add(head);
      if (head.contains(" /wait")) {
        waiting.countDown();
        awaitEnd(socket.getInputStream());
        return;
      }
      socket.getOutputStream().write(bytes(head));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private void awaitEnd(InputStream in) {
    try {
      while (in.read() >= 0) {
        // What it still sends does not matter.
      }
    } catch (IOException reset) {
      // Gone all the same.
    } finally {
      cut.countDown();
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no whole head");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static byte[] bytes(String head) throws IOException {
    if (!head.contains(" /gzip")) {
      return answer(head).getBytes(ISO_8859_1);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(new byte[200_000]);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
            .formatted(packed.size())
            .getBytes(ISO_8859_1));
    all.writeBytes(packed.toByteArray());
    return all.toByteArray();
  }

  private static String answer(String head) {
    if (head.contains(" /big")) {
      return "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + "x".repeat(100_000);
    }
    if (head.contains(" /header")) {
      return "HTTP/1.1 200 OK\r\nConnection: close\r\nX-Long: " + "x".repeat(3_000) + "\r\n\r\n";
    }
    if (head.contains(" /redirect")) {
      return "HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    }
    String echoed = head.lines().filter(l -> l.startsWith("Authorization:")).findFirst().orElse("");
    String header = echoed.isEmpty() ? "" : "X-Echo: " + echoed + "\r\n";
    return "HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        .formatted(header, head.length(), head);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
