package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.egress.Egress;
import dev.cloche.workspace.Workspace;
import java.util.Map;

/**
 * What one call runs with.
 *
 * @param plan what it may use
 * @param limits the plan's, and the fuel of hatches
 * @param workspace the session's files
 * @param network the call's way out
 */
record CallSetting(Plan plan, Limits limits, Workspace workspace, Egress network) {

  Call call() {
    return plan.call();
  }

  WorkspaceUse files() {
    return plan.files();
  }

  /** The policy's variables, and then the call's own. */
  Map<String, String> environment() {
    return plan.environment();
  }
}
