package dev.cloche.cli.serve;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;

/**
 * The stdio transport of MCP: one client, one message a line on either stream, and nothing else on
 * the output. A line that is no message, or too long, is answered with an error and passed over.
 */
public final class StdioConnection {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final long FLUSH_MILLIS = 2_000;

  private final McpServer server;
  private final InputStream in;
  private final Outbound out;
  private final ClientSession client;
  private final McpServerSession session;
  private final AtomicBoolean ended = new AtomicBoolean();

  StdioConnection(McpServer server, InputStream in, OutputStream out) {
    this.server = server;
    this.in = in;
    this.client = new ClientSession(server, "stdio");
    this.out = new Outbound(out, () -> client.calls().cancelAll());
    this.session =
        new McpServerSession(
            client.id(),
            REQUEST_TIMEOUT,
            new Transport(),
            request -> Mono.fromSupplier(() -> server.initialize(request)),
            client.requestHandlers(),
            client.notificationHandlers(),
            Mono::empty);
    client.attach(session);
  }

  /**
   * Serves the client until the input ends; calls that run then may end within the time that the
   * server's limits give.
   *
   * @throws IOException if the input cannot be read
   */
  public void run() throws IOException {
    try {
      LineReader lines = new LineReader(in, Frame.MAX_BYTES);
      while (serveNext(lines)) {
        // Each call serves one line.
      }
    } finally {
      end(server.settings().limits().drain());
    }
  }

  private boolean serveNext(LineReader lines) throws IOException {
    try {
      byte[] line = lines.next();
      if (line == null) {
        return false;
      }
      if (!isBlank(line)) {
        handle(Frame.read(line));
      }
    } catch (Frame.BadFrameException bad) {
      out.send(bad.answer(), false);
    }
    return true;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  private void handle(JSONRPCMessage message) {
    Mono<Void> handling = session.handle(message);
    var unused =
        (message instanceof JSONRPCRequest request ? RequestId.with(request, handling) : handling)
            .subscribe(done -> {}, failed -> {});
  }

  /** Ends the connection at once: calls that run are cancelled and still answered. */
  public void stop() {
    end(Duration.ZERO);
  }

  private void end(Duration grace) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    try {
      if (!awaitCalls(grace)) {
        client.calls().cancelAll();
        var unused = awaitCalls(Duration.ofMillis(FLUSH_MILLIS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
    out.end(FLUSH_MILLIS);
  }

  private boolean awaitCalls(Duration atMost) throws InterruptedException {
    return client.calls().awaitNone(System.nanoTime() + atMost.toNanos());
  }

  /** The SDK's side of it. */
  private final class Transport implements McpServerTransport {

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(
          () -> out.send(Json.bytes(message), message instanceof McpSchema.JSONRPCNotification));
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return Json.convert(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }
}
