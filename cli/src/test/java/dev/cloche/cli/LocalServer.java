package dev.cloche.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * A server on loopback, on a port of its own.
 *
 * <pre>
 * /ok        a few bytes
 * /metadata  a redirect to the address under which clouds give machines their credentials
 * /bomb      64 MiB of zeros in a compressed body
 * /slow      an answer after longer than the shortest lease lasts
 * </pre>
 */
final class LocalServer implements AutoCloseable {

  private static final int BOMB_MEBIBYTES = 64;
  private static final long SLOW_MILLIS = 1_300;

  private final HttpServer server;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  LocalServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The server's address with a slash behind it. */
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** What arrived, each as method, path and the Authorization field. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(
        exchange.getRequestMethod()
            + " "
            + path
            + " "
            + exchange.getRequestHeaders().getFirst("Authorization"));
    try (exchange) {
      switch (path) {
        case "/metadata" -> {
          exchange.getResponseHeaders().set("Location", "http://169.254.169.254/latest/");
          send(exchange, 302, new byte[0]);
        }
        case "/bomb" -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          send(exchange, 200, bomb());
        }
        case "/slow" -> {
          pass();
          send(exchange, 200, new byte[0]);
        }
        default -> send(exchange, 200, "hello".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  private static byte[] bomb() {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < BOMB_MEBIBYTES; i++) {
        gzip.write(zeros);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /** The slowness is what the server is asked for; nothing waits for a moment to have passed. */
  private static void pass() {
    try {
      var unused = new CountDownLatch(1).await(SLOW_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
