package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A session of the HTTP transport: the SDK's, and the client's side of the server. */
final class HttpSession {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private final ClientSession client;
  private final McpStreamableServerSession session;
  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicReference<@Nullable SseStream> listener = new AtomicReference<>();
  private volatile long lastUsed = System.nanoTime();

  HttpSession(McpServer server, String id, McpSchema.InitializeRequest request) {
    this.client = new ClientSession(server, id);
    this.session =
        new McpStreamableServerSession(
            id,
            request.capabilities(),
            request.clientInfo(),
            REQUEST_TIMEOUT,
            client.requestHandlers(),
            client.notificationHandlers(),
            Mono::empty);
    client.attach(session);
  }

  ClientSession client() {
    return client;
  }

  void touch() {
    lastUsed = System.nanoTime();
  }

  /** Whether nobody used it for so long, and nothing goes on in it. */
  boolean isIdle(Duration time) {
    return System.nanoTime() - lastUsed > time.toNanos()
        && streams.get() == 0
        && client.calls().isEmpty();
  }

  /** Counts a stream; the result is to be run when it is over. */
  Runnable stream() {
    int unused = streams.incrementAndGet();
    return () -> {
      int unusedToo = streams.decrementAndGet();
      touch();
    };
  }

  /** Makes a stream the one that is heard outside of answers, in place of another. */
  void listen(SseStream stream) {
    SseStream before = listener.getAndSet(stream);
    if (before != null) {
      before.finish();
    }
    var unused = session.listeningStream(stream);
    stream.comment();
  }

  void answer(JSONRPCRequest request, SseStream stream) {
    var unused =
        RequestId.with(request, session.responseStream(stream).handle(request))
            .subscribe(done -> {}, failed -> stream.finish());
  }

  void accept(JSONRPCNotification notification) {
    Notices.send(session.accept(notification));
  }

  void accept(JSONRPCResponse response) {
    Notices.send(session.accept(response));
  }

  /** Stops what runs and ends the streams. */
  void close() {
    client.close();
    SseStream open = listener.get();
    if (open != null) {
      open.finish();
    }
    Notices.send(session.closeGracefully());
  }
}
