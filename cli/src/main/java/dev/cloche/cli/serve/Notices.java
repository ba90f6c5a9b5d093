package dev.cloche.cli.serve;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpLoggableSession;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import reactor.core.publisher.Mono;

/**
 * What a client hears while a call runs. Nothing of it is promised: where it cannot be sent, the
 * call goes on. Does not block.
 */
final class Notices {

  private final McpAsyncServerExchange exchange;
  private final McpLoggableSession link;

  Notices(McpAsyncServerExchange exchange, McpLoggableSession link) {
    this.exchange = exchange;
    this.link = link;
  }

  /** Whether the client asked for no less than what guests write. */
  boolean wantsLog() {
    return link.isNotificationForLevelAllowed(LoggingLevel.INFO);
  }

  void log(String tool, String line) {
    send(
        exchange.loggingNotification(
            new LoggingMessageNotification(LoggingLevel.INFO, tool, line)));
  }

  void progress(Object token, long used, long limit) {
    String message = Math.round(100.0 * used / limit) + "% of the fuel of a call used";
    send(
        exchange.progressNotification(
            ProgressNotification.builder(token, (double) used)
                .total((double) limit)
                .message(message)
                .build()));
  }

  /** Sends without waiting for it. */
  static void send(Mono<Void> notification) {
    var unused = notification.subscribe(sent -> {}, notSent -> {});
  }
}
