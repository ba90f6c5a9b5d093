package dev.cloche.run;

import dev.cloche.Backend;
import dev.cloche.Captured;
import dev.cloche.Hatch;
import dev.cloche.HatchOperation.NativeCommand;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.PolicyClause;
import dev.cloche.Usage;
import dev.cloche.module.GuestText;
import dev.cloche.policy.NativeLease;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether a native command may start: what can be said before a gate is asked. */
final class CommandRules {

  private CommandRules() {}

  /** Returns how the call of a native command ends before it starts; empty for all others. */
  static Optional<Outcome> refusal(Plan plan, Optional<Backend> backend) {
    if (plan.command().isEmpty()) {
      return Optional.empty();
    }
    String command = plan.tool().name();
    if (!allows(plan.policy(), command) && hatch(plan).isEmpty()) {
      return Optional.of(
          new Outcome.Denied(
              rule(plan.policy()), what(command), Captured.EMPTY, Captured.EMPTY, Usage.NONE));
    }
    return unfit(plan).or(() -> unenforced(plan, backend)).map(Outcome.Refused::new);
  }

  static boolean allows(Policy policy, String command) {
    return policy.nativeCommands().allows(command);
  }

  /** The rule that denies a command which the policy does not allow. */
  static String rule(Policy policy) {
    return policy.nativeCommands().rule();
  }

  static String what(String command) {
    return "native command " + GuestText.quote(command);
  }

  /** The hatch for this command that the call brings, if it brings one. */
  static Optional<Hatch> hatch(Plan plan) {
    return plan.call().hatches().stream().filter(hatch -> isFor(hatch, plan)).findFirst();
  }

  private static boolean isFor(Hatch hatch, Plan plan) {
    return hatch.request().operation() instanceof NativeCommand wanted
        && wanted.command().equals(plan.tool().name());
  }

  private static Optional<String> unfit(Plan plan) {
    if (plan.call().seed().isPresent()) {
      return Optional.of("call refused: a native command cannot be made deterministic by a seed");
    }
    if (!plan.call().hatches().stream().allMatch(hatch -> isFor(hatch, plan))) {
      return Optional.of("call refused: a hatch does not fit a call of this native command");
    }
    return plan.leases().stream()
        .filter(lease -> lease.place() == NativeLease.Place.ENVIRONMENT)
        .map(NativeLease::name)
        .filter(plan.environment()::containsKey)
        .findFirst()
        .map(
            name ->
                "call refused: the variable "
                    + name
                    + " is set by the call, and a lease of the policy is into it");
  }

  private static Optional<String> unenforced(Plan plan, Optional<Backend> backend) {
    if (backend.isEmpty()) {
      return Optional.of(noBackend(plan.tool().name()));
    }
    Set<PolicyClause> missing = EnumSet.copyOf(PolicyClause.of(plan.policy()));
    missing.removeAll(backend.get().enforces());
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "call refused: the native backend does not enforce "
                + missing.stream().map(PolicyClause::id).collect(Collectors.joining(", ")));
  }

  static String noBackend(String command) {
    return "call refused: "
        + what(command)
        + " needs a backend; build the engine with Engine.builder().backend(NativeBackend.create("
        + "NativeOptions.defaults())), of the module dev.cloche.host";
  }
}
