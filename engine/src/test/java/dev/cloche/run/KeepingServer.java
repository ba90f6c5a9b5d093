package dev.cloche.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP server on 127.0.0.1 that keeps connections, and tells which request came on which. */
final class KeepingServer implements AutoCloseable {

  /** Number of the connection and first line, in the order in which the requests came. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  private final ServerSocket server;
  private final AtomicInteger connections = new AtomicInteger();

  KeepingServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (!server.isClosed()) {
            try {
              Socket socket = server.accept();
              int number = connections.incrementAndGet();
              daemon(() -> serve(socket, number));
            } catch (IOException closed) {
              return;
            }
          }
        });
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getLocalPort() + path;
  }

  /** Numbers of the connections of all requests. */
  List<String> numbers() {
    return requests.stream().map(line -> line.replaceFirst(" .*", "")).toList();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "keeping-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      for (String first = in.readLine(); first != null; first = in.readLine()) {
        String line = first;
        while (!line.isEmpty()) {
          line = in.readLine();
          if (line == null) {
            return;
          }
        }
        requests.add(number + " " + first);
        socket
            .getOutputStream()
            .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(ISO_8859_1));
      }
    } catch (IOException gone) {
      // The other side cut the connection: nothing to answer any more.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
