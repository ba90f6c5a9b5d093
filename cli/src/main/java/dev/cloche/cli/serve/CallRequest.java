package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of {@code tools/call}.
 *
 * @param name the tool
 * @param arguments what it is given
 * @param progressToken where progress goes, if the client wants to hear of it
 */
record CallRequest(String name, Map<String, Object> arguments, Optional<Object> progressToken) {

  /**
   * Reads them.
   *
   * @throws McpError if they are not what MCP says
   */
  @SuppressWarnings("unchecked") // JSON objects have keys that are texts
  static CallRequest read(@Nullable Object params) {
    if (!(params instanceof Map<?, ?> map) || !(map.get("name") instanceof String name)) {
      throw invalid("name is the name of a tool");
    }
    Object arguments = map.get("arguments");
    if (arguments != null && !(arguments instanceof Map)) {
      throw invalid("arguments is an object");
    }
    return new CallRequest(
        name, arguments == null ? Map.of() : (Map<String, Object>) arguments, token(map));
  }

  private static Optional<Object> token(Map<?, ?> params) {
    Object token = params.get("_meta") instanceof Map<?, ?> meta ? meta.get("progressToken") : null;
    if (token != null && !(token instanceof String) && !(token instanceof Number)) {
      throw invalid("progressToken is a string or a number");
    }
    return Optional.ofNullable(token);
  }

  /** Returns the error for parameters that are wrong. */
  static McpError invalid(String why) {
    return McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS).message(why).build();
  }
}
