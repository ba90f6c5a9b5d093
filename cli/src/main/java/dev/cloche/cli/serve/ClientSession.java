package dev.cloche.cli.serve;

import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.audit.AuditException;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpNotificationHandler;
import io.modelcontextprotocol.server.McpRequestHandler;
import io.modelcontextprotocol.spec.McpLoggableSession;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What one client has of the server: a session of the engine with its workspace, leases and
 * budgets, opened when first needed, and the calls that run in it. Attack H6: nothing here is
 * shared with another client but the list of tools. Thread-safe.
 */
final class ClientSession implements Shelf.Listener, AutoCloseable {

  private final McpServer server;
  private final String id;
  private final RunningCalls calls;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable McpLoggableSession link;
  private @Nullable Session session;

  ClientSession(McpServer server, String id) {
    this.server = server;
    this.id = id;
    this.calls = new RunningCalls(server);
    server.shelf().listen(this);
  }

  String id() {
    return id;
  }

  /** Says how to reach the client outside of an answer; before anything else. */
  void attach(McpLoggableSession connection) {
    link = connection;
  }

  Results results() {
    return server.results();
  }

  RunningCalls calls() {
    return calls;
  }

  /**
   * Returns the engine's session, opened by the first who asks.
   *
   * @throws IllegalStateException if this is closed
   * @throws dev.cloche.workspace.WorkspaceException if a mount cannot be made
   * @throws AuditException if the audit cannot record it
   */
  synchronized Session session() {
    if (closed.get()) {
      throw new IllegalStateException("the session is closed");
    }
    Session open = session;
    if (open == null) {
      SessionOptions.Builder options =
          SessionOptions.builder(server.settings().policy()).id("mcp-" + id);
      server.settings().audit().ifPresent(options::audit);
      open = server.engine().openSession(options.build());
      session = open;
    }
    return open;
  }

  Map<String, McpRequestHandler<?>> requestHandlers() {
    Map<String, McpRequestHandler<?>> handlers = new HashMap<>();
    handlers.put(McpSchema.METHOD_PING, (exchange, params) -> Mono.just(Map.of()));
    handlers.put(
        McpSchema.METHOD_TOOLS_LIST,
        (exchange, params) ->
            Mono.fromSupplier(() -> Pages.tools(server.shelf().offered(), Pages.cursor(params))));
    handlers.put(
        McpSchema.METHOD_TOOLS_CALL, (McpRequestHandler<McpSchema.CallToolResult>) this::call);
    handlers.put(
        McpSchema.METHOD_RESOURCES_LIST,
        (exchange, params) -> Mono.fromSupplier(() -> resources().list(Pages.cursor(params))));
    handlers.put(
        McpSchema.METHOD_RESOURCES_READ,
        (exchange, params) -> Mono.fromSupplier(() -> resources().read(Pages.uri(params))));
    handlers.put(
        McpSchema.METHOD_RESOURCES_TEMPLATES_LIST,
        (exchange, params) ->
            Mono.just(McpSchema.ListResourceTemplatesResult.builder(List.of()).build()));
    handlers.put(McpSchema.METHOD_LOGGING_SET_LEVEL, this::setLevel);
    return handlers;
  }

  Map<String, McpNotificationHandler> notificationHandlers() {
    return Map.of(
        McpSchema.METHOD_NOTIFICATION_INITIALIZED,
        (exchange, params) -> Mono.fromRunnable(this::tellProblems),
        RunningCalls.METHOD_CANCELLED,
        (exchange, params) -> Mono.fromRunnable(() -> calls.cancel(params)));
  }

  private Mono<McpSchema.CallToolResult> call(
      McpAsyncServerExchange exchange, @Nullable Object params) {
    return Mono.defer(
        () -> {
          CallRequest request = CallRequest.read(params);
          Offer offer =
              server
                  .shelf()
                  .find(request.name())
                  .orElseThrow(
                      () ->
                          CallRequest.invalid(
                              "there is no tool \""
                                  + ToolText.cut(ToolText.visible(request.name()), 100, "...")
                                  + "\"; tools/list has them"));
          Notices notices = new Notices(exchange, connection());
          return calls.start(
              RequestId.of(exchange), new CallWork(this, offer, request, notices, server.clock()));
        });
  }

  private WorkspaceResources resources() {
    return new WorkspaceResources(session().workspace());
  }

  private Mono<Object> setLevel(McpAsyncServerExchange exchange, @Nullable Object params) {
    return Mono.fromSupplier(
        () -> {
          Object level = params instanceof Map<?, ?> map ? map.get("level") : null;
          connection().setMinLoggingLevel(level(level));
          return Map.of();
        });
  }

  private static LoggingLevel level(@Nullable Object name) {
    for (LoggingLevel level : LoggingLevel.values()) {
      if (level.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
        return level;
      }
    }
    throw CallRequest.invalid("level is one of those of RFC 5424, such as info");
  }

  private McpLoggableSession connection() {
    McpLoggableSession attached = link;
    if (attached == null) {
      throw new IllegalStateException("a request came before its session");
    }
    return attached;
  }

  /** Who comes later hears what was said before. */
  private void tellProblems() {
    server.shelf().problems().forEach(this::problem);
  }

  @Override
  public void toolsChanged() {
    push(McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED);
  }

  void filesChanged() {
    push(McpSchema.METHOD_NOTIFICATION_RESOURCES_LIST_CHANGED);
  }

  private void push(String method) {
    Optional.ofNullable(link)
        .ifPresent(reached -> Notices.send(reached.sendNotification(method, null)));
  }

  @Override
  public void problem(String message) {
    McpLoggableSession reached = link;
    if (reached != null && reached.isNotificationForLevelAllowed(LoggingLevel.WARNING)) {
      Notices.send(
          reached.sendNotification(
              McpSchema.METHOD_NOTIFICATION_MESSAGE,
              new LoggingMessageNotification(LoggingLevel.WARNING, "cloche", message)));
    }
  }

  /** Stops what runs, waits for it, and lets go of the workspace. Closing twice is harmless. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    server.shelf().forget(this);
    calls.cancelAll();
    Session open;
    synchronized (this) {
      open = session;
    }
    if (open != null) {
      closeSession(open);
    }
  }

  private void closeSession(Session open) {
    try {
      open.close();
    } catch (AuditException unrecorded) {
      server.settings().diagnostics().accept("the audit could not record the end of a session");
    }
  }
}
