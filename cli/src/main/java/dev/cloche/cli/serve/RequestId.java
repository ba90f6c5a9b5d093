package dev.cloche.cli.serve;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * The id of a request, which a cancellation names. The SDK does not show it to handlers, so the
 * transports put it where handlers can find it.
 */
final class RequestId {

  private static final String KEY = "dev.cloche.request";

  private RequestId() {}

  /** Has a request handled with its id at hand. */
  static Mono<Void> with(JSONRPCRequest request, Mono<Void> handling) {
    return handling.contextWrite(
        context ->
            context.put(
                McpTransportContext.KEY,
                McpTransportContext.create(Map.of(KEY, key(request.id())))));
  }

  static String of(McpAsyncServerExchange exchange) {
    if (exchange.transportContext().get(KEY) instanceof String key) {
      return key;
    }
    throw new IllegalStateException("a request came without its id");
  }

  /** Returns a text that equal ids share and no others do: 1 and "1" are two. */
  static String key(Object id) {
    return id instanceof String ? "text " + id : "number " + id;
  }
}
