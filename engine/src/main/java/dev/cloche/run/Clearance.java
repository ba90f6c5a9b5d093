package dev.cloche.run;

import dev.cloche.Captured;
import dev.cloche.Gate;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Usage;
import dev.cloche.audit.AuditArgument;
import dev.cloche.audit.CallEvents;
import dev.cloche.policy.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What stands between a planned call and its start: the policy's list of tools, the plan that the
 * caller may have had approved, and the gate. Each step is recorded before it counts.
 */
final class Clearance {

  private final SessionCore session;
  private final Policy policy;
  private final Plan plan;
  private final CallEvents events;

  Clearance(SessionCore session, Policy policy, Plan plan, CallEvents events) {
    this.session = session;
    this.policy = policy;
    this.plan = plan;
    this.events = events;
  }

  /** Returns how the call ends before it starts; empty if it may start. */
  Optional<Outcome> refusal(Deadline deadline) {
    if (session.records().isAudited()) {
      events.planned("sha256:" + plan.digest(), "sha256:" + policy.digest(), arguments());
    }
    Optional<ToolPolicy.Objection> objection =
        policy.tools().flatMap(rules -> rules.objection(plan.tool()));
    if (objection.isPresent()) {
      return denied(objection.get().rule(), objection.get().reason());
    }
    Optional<Outcome> command = CommandRules.refusal(plan, session.commands().backend());
    if (command.isPresent()) {
      return command;
    }
    Optional<String> approved = plan.call().approvedPlan();
    if (approved.isPresent() && !approved.get().equals(plan.digest())) {
      return refused("the plan is not the one that was approved: the policy or the tool changed");
    }
    Gate gate = session.options().gate();
    if (!Gate.open().equals(gate)) {
      Gate.Answer answer = ask(gate, deadline);
      if (answer == null) {
        return Optional.of(new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE));
      }
      events.gate(answer.allowed(), "sha256:" + plan.digest(), answer.reason());
      if (!answer.allowed()) {
        return denied("gate", answer.reason());
      }
    }
    // The gate allowed what was then; under another policy it has to be asked again.
    return session.policy().equals(policy)
        ? Optional.empty()
        : Optional.of(new Outcome.Refused(changed().reason()));
  }

  /** Of a native command all that follows its name. */
  private List<AuditArgument> arguments() {
    List<AuditArgument> all = new ArrayList<>();
    plan.tool().command().stream().skip(1).map(AuditArgument::of).forEach(all::add);
    List<String> given = plan.call().arguments();
    for (int i = 0; i < given.size(); i++) {
      all.add(new AuditArgument("", given.get(i), plan.call().isSecret(i)));
    }
    return all;
  }

  /** The policy is no longer that of the plan. */
  static RefusedException changed() {
    return new RefusedException(
        "call refused: the session's policy changed before the call started; call again");
  }

  /** On a thread of its own, since it may wait for a person; null if the call was cancelled. */
  private Gate.@Nullable Answer ask(Gate gate, Deadline deadline) {
    CompletableFuture<Gate.Answer> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              answer.complete(decision(gate));
              deadline.signal();
            },
            "cloche-gate");
    thread.setDaemon(true);
    thread.start();
    deadline.awaitOrCancel(answer::isDone);
    if (!answer.isDone()) {
      thread.interrupt();
      return null;
    }
    return answer.join();
  }

  private Gate.Answer decision(Gate gate) {
    try {
      Gate.Answer answer = gate.decide(plan);
      return answer == null ? Gate.Answer.deny("the gate said nothing") : answer;
    } catch (Throwable e) {
      // Its message may say what a guest or a log should not know.
      return Gate.Answer.deny("the gate failed");
    }
  }

  private static Optional<Outcome> refused(String why) {
    return Optional.of(new Outcome.Refused("call refused: " + why));
  }

  private static Optional<Outcome> denied(String rule, String what) {
    return Optional.of(new Outcome.Denied(rule, what, Captured.EMPTY, Captured.EMPTY, Usage.NONE));
  }
}
