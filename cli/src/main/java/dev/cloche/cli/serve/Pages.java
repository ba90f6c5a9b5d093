package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists in pages, and the parameters of list and read. The cursor is the last name that was told.
 */
final class Pages {

  private static final int TOOLS = 100;

  private Pages() {}

  /** Returns the tools behind the cursor. */
  static McpSchema.ListToolsResult tools(
      SortedMap<String, Offer> offered, Optional<String> cursor) {
    List<McpSchema.Tool> rest =
        cursor.map(last -> offered.tailMap(last + '\0')).orElse(offered).values().stream()
            .map(Offer::definition)
            .toList();
    List<McpSchema.Tool> page = rest.subList(0, Math.min(TOOLS, rest.size()));
    return McpSchema.ListToolsResult.builder(page)
        .nextCursor(rest.size() > TOOLS ? page.get(TOOLS - 1).name() : null)
        .build();
  }

  static Optional<String> cursor(@Nullable Object params) {
    Object cursor = params instanceof Map<?, ?> map ? map.get("cursor") : null;
    if (cursor != null && !(cursor instanceof String)) {
      throw CallRequest.invalid("cursor is what a list returned");
    }
    return Optional.ofNullable((String) cursor);
  }

  static String uri(@Nullable Object params) {
    if (params instanceof Map<?, ?> map && map.get("uri") instanceof String uri) {
      return uri;
    }
    throw CallRequest.invalid("uri is the address of a resource");
  }
}
