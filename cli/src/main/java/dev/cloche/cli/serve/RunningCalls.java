package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The calls of one client that run at present, by the ids of their requests. Thread-safe. */
final class RunningCalls {

  static final String METHOD_CANCELLED = "notifications/cancelled";

  private final McpServer server;
  private final Map<String, CallWork> byId = new HashMap<>();

  RunningCalls(McpServer server) {
    this.server = server;
  }

  /** Starts a call; what comes is its answer, or nothing if the client cancels it. */
  Mono<CallToolResult> start(String id, CallWork work) {
    return Mono.create(sink -> begin(id, work, sink));
  }

  private void begin(String id, CallWork work, MonoSink<CallToolResult> sink) {
    synchronized (byId) {
      if (byId.containsKey(id)) {
        sink.error(CallRequest.invalid("a call with this id is running"));
        return;
      }
      if (byId.size() >= server.settings().limits().callsOfSession()) {
        sink.success(busy("this session has too many calls at once"));
        return;
      }
      byId.put(id, work);
    }
    try {
      server.workers().execute(() -> perform(id, work, sink));
    } catch (RejectedExecutionException full) {
      end(id);
      sink.success(busy("the server has too many calls at once"));
    }
  }

  private static CallToolResult busy(String why) {
    return Results.refused("refused: " + why + "; try again when one has ended");
  }

  private void perform(String id, CallWork work, MonoSink<CallToolResult> sink) {
    try {
      work.perform().ifPresentOrElse(sink::success, sink::success);
    } catch (Throwable fault) { // a bug of ours, which the client must not wait for
      server.settings().diagnostics().accept("internal error: " + fault.getClass().getSimpleName());
      sink.success(Results.refused("internal error of the server; nothing is known of the call"));
    } finally {
      end(id);
    }
  }

  private void end(String id) {
    synchronized (byId) {
      var unused = byId.remove(id);
      byId.notifyAll();
    }
  }

  /** Takes {@code notifications/cancelled}; one that names no call is too late, and no error. */
  void cancel(@Nullable Object params) {
    if (params instanceof Map<?, ?> map && map.get("requestId") != null) {
      CallWork work;
      synchronized (byId) {
        work = byId.get(RequestId.key(map.get("requestId")));
      }
      if (work != null) {
        work.cancel(false);
      }
    }
  }

  /** Stops all of them; each is still answered. */
  void cancelAll() {
    List<CallWork> all;
    synchronized (byId) {
      all = List.copyOf(byId.values());
    }
    all.forEach(work -> work.cancel(true));
  }

  /** Waits until none runs, until a time of {@link System#nanoTime}; tells whether that is so. */
  boolean awaitNone(long until) throws InterruptedException {
    synchronized (byId) {
      while (!byId.isEmpty()) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        byId.wait(left);
      }
      return true;
    }
  }

  boolean isEmpty() {
    synchronized (byId) {
      return byId.isEmpty();
    }
  }
}
