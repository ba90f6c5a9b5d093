package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** One client of the stdio transport, message by message. */
final class Wire implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SECONDS = 60;

  private final OutputStream toServer;
  private final BlockingQueue<JsonNode> fromServer = new LinkedBlockingQueue<>();
  private final List<JsonNode> passed = new ArrayList<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private Wire(McpServer server) throws IOException {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out, 1 << 16);
    PipedOutputStream answers = new PipedOutputStream();
    PipedInputStream answered = new PipedInputStream(answers, 1 << 16);
    this.toServer = out;
    StdioConnection connection = server.stdio(in, answers);
    start(
        () -> {
          try (answers) {
            connection.run();
            ended.complete(null);
          } catch (Throwable failed) {
            ended.completeExceptionally(failed);
          }
        });
    start(() -> read(answered));
  }

  /** Connects without a word. */
  static Wire bare(McpServer server) throws IOException {
    return new Wire(server);
  }

  /** Connects and does what a client does first. */
  static Wire initialized(McpServer server) throws Exception {
    Wire wire = new Wire(server);
    wire.send(INITIALIZE);
    assertEquals("cloche", wire.answer(0).path("serverInfo").path("name").asText());
    wire.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return wire;
  }

  static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  private static void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void read(PipedInputStream answers) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        fromServer.add(MAPPER.readTree(line));
      }
    } catch (IOException over) {
      // The pipe breaks when the server's thread has ended.
    }
  }

  void send(String line) throws IOException {
    toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    toServer.flush();
  }

  void request(int id, String method, String params) throws IOException {
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
  }

  /** Calls a tool and returns its result. */
  JsonNode call(int id, String tool, String arguments) throws Exception {
    start(id, tool, arguments, "{}");
    return answer(id);
  }

  void start(int id, String tool, String arguments, String meta) throws IOException {
    request(
        id,
        "tools/call",
        "{\"name\":\"%s\",\"arguments\":%s,\"_meta\":%s}".formatted(tool, arguments, meta));
  }

  /** Returns the result with this id; what came before it stays in {@link #passed}. */
  JsonNode answer(int id) throws InterruptedException {
    return next(message -> message.path("id").isInt() && message.path("id").asInt() == id)
        .path("result");
  }

  JsonNode notification(String method) throws InterruptedException {
    return next(message -> message.path("method").asText().equals(method)).path("params");
  }

  @CanIgnoreReturnValue
  JsonNode next(Predicate<JsonNode> wanted) throws InterruptedException {
    while (true) {
      JsonNode message = fromServer.poll(SECONDS, TimeUnit.SECONDS);
      assertNotNull(message, "the server said nothing more; before: " + passed);
      passed.add(message);
      if (wanted.test(message)) {
        return message;
      }
    }
  }

  /** All that came so far, the last included. */
  List<JsonNode> passed() {
    return passed;
  }

  /** Ends the input and waits until the server has ended too. */
  void end() throws Exception {
    toServer.close();
    ended.get(SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    try {
      end();
    } catch (Exception failed) {
      throw new AssertionError("the server did not end", failed);
    }
  }
}
