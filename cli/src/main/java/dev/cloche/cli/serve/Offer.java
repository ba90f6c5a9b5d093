package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.Optional;

/** One MCP tool: what clients are told of it, and the call that their arguments stand for. */
interface Offer {

  /** Returns what {@code tools/list} tells. */
  McpSchema.Tool definition();

  /** Returns the name, unique among those that are offered. */
  default String name() {
    return definition().name();
  }

  /**
   * Returns the call that arguments stand for.
   *
   * @throws InputException if they are not what the tool takes
   */
  Prepared prepare(Map<String, Object> arguments);

  /**
   * A call to be made.
   *
   * @param structured reads the answer, where the tool describes one
   */
  record Prepared(Tool tool, Call.Builder call, Optional<StructuredTool> structured) {}
}
