package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * The streamable HTTP transport of MCP: {@code POST} takes a message, {@code GET} listens, {@code
 * DELETE} ends a session. What is not let in costs no more than its header.
 */
final class HttpEndpoint extends Handler.Abstract {

  /** 4 MiB; with the bodies at a time, 128 MiB are buffered at most. */
  static final int MAX_BODY = 4 << 20;

  private static final int BODIES_AT_A_TIME = 32;
  private static final String PATH = "/mcp";
  private static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final String JSON = "application/json";
  private static final String EVENTS = "text/event-stream";

  private final McpServer server;
  private final HttpSessions sessions;
  private final Semaphore bodies = new Semaphore(BODIES_AT_A_TIME);
  private volatile @Nullable HttpGuard guard;
  private volatile boolean draining;

  HttpEndpoint(McpServer server, HttpSessions sessions) {
    this.server = server;
    this.sessions = sessions;
  }

  /** Lets requests in; none passes before. */
  void open(HttpGuard decider) {
    guard = decider;
  }

  /** Takes nothing new any more. */
  void drain() {
    draining = true;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    HttpFields header = request.getHeaders();
    HttpGuard decider = guard;
    Optional<HttpGuard.Rejection> rejection =
        decider == null
            ? Optional.of(new HttpGuard.Rejection(503, "not ready"))
            : decider.reject(header);
    if (rejection.isPresent()) {
      if (rejection.get().status() == 401) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      refuse(response, callback, rejection.get().status(), rejection.get().message());
    } else if (!PATH.equals(request.getHttpURI().getCanonicalPath())) {
      refuse(response, callback, 404, "the endpoint is " + PATH);
    } else if (draining) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "5");
      refuse(response, callback, 503, "the server is ending");
    } else if (header.contains(VERSION) && !McpServer.speaks(header.get(VERSION))) {
      refuse(response, callback, 400, VERSION + " is none that is spoken here");
    } else {
      route(request, response, callback);
    }
    return true;
  }

  private void route(Request request, Response response, Callback callback) {
    switch (request.getMethod()) {
      case "POST" -> post(request, response, callback);
      case "GET" -> get(request, response, callback);
      case "DELETE" -> delete(request, response, callback);
      default -> {
        response.getHeaders().put(HttpHeader.ALLOW, "POST, GET, DELETE");
        refuse(response, callback, 405, "POST, GET and DELETE are served");
      }
    }
  }

  private void post(Request request, Response response, Callback callback) {
    HttpFields header = request.getHeaders();
    if (!isJson(header.get(HttpHeader.CONTENT_TYPE))) {
      refuse(response, callback, 415, "Content-Type is " + JSON);
    } else if (!accepts(header, JSON) || !accepts(header, EVENTS)) {
      refuse(response, callback, 406, "Accept has " + JSON + " and " + EVENTS);
    } else if (header.getLongField(HttpHeader.CONTENT_LENGTH) > MAX_BODY) {
      refuse(response, callback, 413, "a message has 4Mi at most");
    } else if (!bodies.tryAcquire()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
      refuse(response, callback, 503, "too many requests at once");
    } else {
      read(request, response, callback);
    }
  }

  /** Without a thread, so that a client that is slow to send holds none. */
  private void read(Request request, Response response, Callback callback) {
    Content.Source.asByteArrayAsync(
        request,
        MAX_BODY,
        Promise.Invocable.from(
            Invocable.InvocationType.BLOCKING,
            (body, failure) -> {
              bodies.release();
              if (failure != null) {
                refuse(response, callback, 413, "a message has 4Mi at most, and is sent whole");
              } else {
                take(request, response, callback, body);
              }
            }));
  }

  private void take(Request request, Response response, Callback callback, byte[] body) {
    JSONRPCMessage message;
    try {
      message = Frame.read(body);
    } catch (Frame.BadFrameException bad) {
      write(response, callback, 400, JSON, bad.answer());
      return;
    }
    String id = request.getHeaders().get(SESSION);
    if (message instanceof JSONRPCRequest first
        && first.method().equals(McpSchema.METHOD_INITIALIZE)) {
      initialize(first, response, callback);
      return;
    }
    Optional<HttpSession> session = sessions.find(id);
    if (session.isEmpty()) {
      refuseSession(response, callback, id);
    } else {
      handle(session.get(), message, response, callback);
    }
  }

  private void handle(
      HttpSession session, JSONRPCMessage message, Response response, Callback callback) {
    if (message instanceof JSONRPCRequest call) {
      session.answer(call, new SseStream(response, callback, server.clock(), session.stream()));
      return;
    }
    if (message instanceof JSONRPCNotification notification) {
      session.accept(notification);
    } else if (message instanceof JSONRPCResponse answer) {
      session.accept(answer);
    }
    response.setStatus(202);
    callback.succeeded();
  }

  private void initialize(JSONRPCRequest request, Response response, Callback callback) {
    McpSchema.InitializeRequest wanted;
    try {
      wanted = Json.initialize(request.params());
    } catch (IllegalArgumentException wrong) {
      byte[] error =
          Frame.error(
              request.id(), McpSchema.ErrorCodes.INVALID_PARAMS, "not parameters of initialize");
      write(response, callback, 400, JSON, error);
      return;
    }
    Optional<HttpSession> session = sessions.open(wanted);
    if (session.isEmpty()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "30");
      refuse(response, callback, 503, "too many sessions");
      return;
    }
    response.getHeaders().put(SESSION, session.get().client().id());
    JSONRPCResponse answer = JSONRPCResponse.result(request.id(), server.initialize(wanted));
    write(response, callback, 200, JSON, Json.bytes(answer));
  }

  private void get(Request request, Response response, Callback callback) {
    String id = request.getHeaders().get(SESSION);
    Optional<HttpSession> session = sessions.find(id);
    if (!accepts(request.getHeaders(), EVENTS)) {
      refuse(response, callback, 406, "Accept has " + EVENTS);
    } else if (session.isEmpty()) {
      refuseSession(response, callback, id);
    } else {
      Runnable atEnd = session.get().stream();
      session.get().listen(new SseStream(response, callback, server.clock(), atEnd));
    }
  }

  private void delete(Request request, Response response, Callback callback) {
    String id = request.getHeaders().get(SESSION);
    Optional<HttpSession> session = sessions.find(id);
    if (session.isEmpty()) {
      refuseSession(response, callback, id);
    } else {
      sessions.close(session.get());
      response.setStatus(204);
      callback.succeeded();
    }
  }

  /** 404 makes a client begin a new session (MCP, session management). */
  private static void refuseSession(Response response, Callback callback, @Nullable String id) {
    refuse(
        response,
        callback,
        id == null ? 400 : 404,
        id == null ? SESSION + " is missing; begin with initialize" : "there is no such session");
  }

  private static boolean isJson(@Nullable String type) {
    return type != null
        && type.toLowerCase(Locale.ROOT).replaceFirst(";.*", "").strip().equals(JSON);
  }

  private static boolean accepts(HttpFields header, String type) {
    String all = String.join(",", header.getValuesList(HttpHeader.ACCEPT));
    return all.toLowerCase(Locale.ROOT).contains(type) || all.contains("*/*");
  }

  private static void refuse(Response response, Callback callback, int status, String message) {
    byte[] error = Frame.error(null, McpSchema.ErrorCodes.INVALID_REQUEST, message);
    write(response, callback, status, JSON, error);
  }

  private static void write(
      Response response, Callback callback, int status, String type, byte[] body) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
