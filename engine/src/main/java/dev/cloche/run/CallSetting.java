package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.egress.Egress;
import java.util.Map;

/**
 * What one call runs with.
 *
 * @param session the id of its session
 * @param plan what it may use
 * @param limits the plan's, and the fuel of hatches
 * @param files its directories
 * @param network the call's way out
 */
record CallSetting(
    String session, Plan plan, Limits limits, CallDirectories files, Egress network) {

  Call call() {
    return plan.call();
  }

  /** The policy's variables, and then the call's own. */
  Map<String, String> environment() {
    return plan.environment();
  }
}
