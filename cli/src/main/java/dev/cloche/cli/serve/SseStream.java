package dev.cloche.cli.serve;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Messages to a client as server-sent events: the answer to a POST, with what is told before it, or
 * the stream that a client listens on. Who sends never waits; notices that nobody reads are dropped
 * beyond a bound. Thread-safe.
 */
final class SseStream extends IteratingCallback implements McpStreamableServerTransport {

  private static final int MAX_WAITING = 500;

  /** Seconds; shorter than the connection's idle timeout, so that a client that is gone shows. */
  private static final int KEEP_ALIVE = 10;

  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private final Response response;
  private final Callback exchange;
  private final Runnable atEnd;
  private final ScheduledFuture<?> keepAlive;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private boolean ended;
  private boolean lastWritten;

  /**
   * Begins a stream.
   *
   * @param exchange completed when the stream is over
   * @param atEnd run when it is over, whatever ended it
   */
  SseStream(Response response, Callback exchange, ScheduledExecutorService clock, Runnable atEnd) {
    this.response = response;
    this.exchange = exchange;
    this.atEnd = atEnd;
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    this.keepAlive =
        clock.scheduleWithFixedDelay(this::comment, KEEP_ALIVE, KEEP_ALIVE, TimeUnit.SECONDS);
  }

  /** Sends the header at once, so that a client that listens knows that it is heard. */
  void comment() {
    enqueue(COMMENT, true);
  }

  private void enqueue(byte[] event, boolean mayBeDropped) {
    synchronized (waiting) {
      if (ended || (mayBeDropped && waiting.size() >= MAX_WAITING)) {
        return;
      }
      waiting.add(event);
    }
    iterate();
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return sendMessage(message, null);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, @Nullable String id) {
    return Mono.fromRunnable(
        () -> enqueue(event(Json.bytes(message)), message instanceof JSONRPCNotification));
  }

  /** JSON of ours has no line ends, so that one data line holds it. */
  private static byte[] event(byte[] json) {
    ByteArrayOutputStream event = new ByteArrayOutputStream(json.length + 32);
    event.writeBytes("event: message\ndata: ".getBytes(StandardCharsets.US_ASCII));
    event.writeBytes(json);
    event.writeBytes("\n\n".getBytes(StandardCharsets.US_ASCII));
    return event.toByteArray();
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return Json.convert(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::finish);
  }

  /** Ends the stream behind what waits. Hides that of the superclass, which would drop it. */
  void finish() {
    synchronized (waiting) {
      ended = true;
    }
    iterate();
  }

  @Override
  protected Action process() {
    byte[] next;
    synchronized (waiting) {
      if (waiting.isEmpty() && !ended) {
        return Action.IDLE;
      } else if (lastWritten) {
        return Action.SUCCEEDED;
      }
      next = waiting.poll();
      lastWritten = next == null;
    }
    response.write(
        lastWritten, next == null ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(next), this);
    return Action.SCHEDULED;
  }

  @Override
  protected void onCompleteSuccess() {
    over();
    exchange.succeeded();
  }

  @Override
  protected void onCompleteFailure(Throwable gone) {
    over();
    exchange.failed(gone);
  }

  private void over() {
    synchronized (waiting) {
      ended = true;
      waiting.clear();
    }
    boolean unused = keepAlive.cancel(false);
    atEnd.run();
  }
}
