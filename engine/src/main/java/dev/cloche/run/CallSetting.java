package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.egress.Egress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one call runs with.
 *
 * @param session the id of its session
 * @param plan what it may use
 * @param limits the plan's, and the fuel of hatches
 * @param files its directories
 * @param network the call's way out
 * @param tape what stands between the call and all that is not its module; null if nothing does
 */
record CallSetting(
    String session,
    Plan plan,
    Limits limits,
    CallDirectories files,
    Egress network,
    @Nullable Tape tape) {

  /** That of a call that nothing is taken down of. */
  CallSetting(String session, Plan plan, Limits limits, CallDirectories files, Egress network) {
    this(session, plan, limits, files, network, null);
  }

  /** The same with a tape between. */
  CallSetting with(Tape between) {
    return new CallSetting(
        session,
        plan,
        between.limits(limits),
        files.with(between.files(files.use())),
        between.egress(network),
        between);
  }

  Call call() {
    return plan.call();
  }

  /** The policy's variables, and then the call's own. */
  Map<String, String> environment() {
    return plan.environment();
  }
}
