package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of the HTTP transport by their ids. An id is all that a request brings of its
 * session, and so it is 192 random bits. Thread-safe.
 */
final class HttpSessions {

  private static final int ID_BYTES = 24;
  private static final Duration TO_ANSWER = Duration.ofSeconds(2);
  private static final Duration LONGEST_SWEEP = Duration.ofSeconds(30);

  private final McpServer server;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<String, HttpSession> byId = new ConcurrentHashMap<>();
  private final AtomicInteger places;

  HttpSessions(McpServer server) {
    this.server = server;
    this.places = new AtomicInteger(server.settings().limits().sessions());
    long every =
        Math.min(LONGEST_SWEEP.toMillis(), server.settings().limits().idle().toMillis() / 4 + 1);
    var unused =
        server.clock().scheduleWithFixedDelay(this::sweep, every, every, TimeUnit.MILLISECONDS);
  }

  /** Opens one, unless there are too many. */
  Optional<HttpSession> open(McpSchema.InitializeRequest request) {
    if (places.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      return Optional.empty();
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    HttpSession session = new HttpSession(server, HexFormat.of().formatHex(id), request);
    byId.put(session.client().id(), session);
    return Optional.of(session);
  }

  /** Returns the session, which is in use then. */
  Optional<HttpSession> find(@Nullable String id) {
    Optional<HttpSession> session =
        id == null ? Optional.empty() : Optional.ofNullable(byId.get(id));
    session.ifPresent(HttpSession::touch);
    return session;
  }

  /** Ends a session; its calls are stopped. */
  void close(HttpSession session) {
    if (byId.remove(session.client().id(), session)) {
      session.close();
      int unused = places.incrementAndGet();
    }
  }

  private void sweep() {
    Duration idle = server.settings().limits().idle();
    for (HttpSession session : byId.values()) {
      if (session.isIdle(idle)) {
        close(session);
      }
    }
  }

  /** Waits for calls that run, so long at most, then stops them and ends all sessions. */
  void drain(Duration grace) {
    List<HttpSession> all = List.copyOf(byId.values());
    awaitCalls(all, grace);
    all.forEach(session -> session.client().calls().cancelAll());
    awaitCalls(all, TO_ANSWER);
    all.forEach(this::close);
  }

  private static void awaitCalls(List<HttpSession> all, Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    try {
      for (HttpSession session : all) {
        var unused = session.client().calls().awaitNone(until);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  int count() {
    return byId.size();
  }
}
