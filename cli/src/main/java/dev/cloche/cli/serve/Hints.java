package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.Collection;

/**
 * What clients are told of the effects of a tool. It is derived from what the policy lets a call
 * do, and never from what the tool claims.
 */
final class Hints {

  private Hints() {}

  /** Returns the hints of a tool that calls one of several, the worst of each. */
  static ToolAnnotations of(String title, Collection<Tool> tools, Policy policy) {
    boolean readOnly = true;
    boolean openWorld = false;
    for (Tool tool : tools) {
      Plan plan = Plan.of(tool, Call.of(), policy);
      readOnly &= plan.isReadOnly();
      openWorld |= plan.isOpenWorld();
    }
    return ToolAnnotations.builder()
        .title(title)
        .readOnlyHint(readOnly)
        .destructiveHint(!readOnly)
        .openWorldHint(openWorld)
        .build();
  }
}
