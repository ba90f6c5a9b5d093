package dev.cloche.egress;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A server that says what the test wants it to, byte by byte, to each request of a connection. */
final class RawServer implements AutoCloseable {
  private final ServerSocket server;
  private final Script script;
  private final boolean speaksFirst;
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  final List<List<String>> requests = new CopyOnWriteArrayList<>();

  /** Set when the client is gone while the script still wrote. */
  final CountDownLatch clientGone = new CountDownLatch(1);

  /** What is written after the head of a request was read. */
  interface Script {
    void answer(List<String> request, OutputStream out) throws IOException;
  }

  RawServer(Script script) throws IOException {
    this(script, false);
  }

  private RawServer(Script script, boolean speaksFirst) throws IOException {
    this.server = new ServerSocket(0, 50, Loopback.ADDRESS);
    this.script = script;
    this.speaksFirst = speaksFirst;
    daemon(this::accept);
  }

  static RawServer saying(String response) throws IOException {
    return new RawServer((request, out) -> out.write(latin(response)));
  }

  /** Speaks first, to whoever connects: a TLS client waits for an answer that has no line ends. */
  static RawServer greeting(String text) throws IOException {
    return new RawServer((request, out) -> out.write(latin(text)), true);
  }

  static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  int port() {
    return server.getLocalPort();
  }

  String url(String host) {
    return "http://" + host + ":" + port() + "/";
  }

  int connections() {
    return connections.size();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        connections.add(connection);
        daemon(() -> serve(connection));
      }
    } catch (IOException e) {
      // Closed by the test.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      if (speaksFirst) {
        script.answer(List.of(), connection.getOutputStream());
      }
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
      List<String> request = head(in);
      while (!request.isEmpty()) {
        requests.add(request);
        script.answer(request, connection.getOutputStream());
        connection.getOutputStream().flush();
        request = head(in);
      }
    } catch (IOException e) {
      clientGone.countDown();
    }
  }

  private static List<String> head(BufferedReader in) throws IOException {
    List<String> lines = new ArrayList<>();
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      lines.add(line);
      line = in.readLine();
    }
    return lines;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
