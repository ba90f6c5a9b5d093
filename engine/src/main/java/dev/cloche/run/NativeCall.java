package dev.cloche.run;

import dev.cloche.Captured;
import dev.cloche.CommandSession;
import dev.cloche.Hatch;
import dev.cloche.HatchOperation.NativeCommand;
import dev.cloche.LentSecrets;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Usage;
import dev.cloche.audit.CallEvents;
import dev.cloche.egress.EgressException;
import dev.cloche.hatch.HatchUse;
import java.util.Optional;

/**
 * One call of a native command, from the moment that policy and gate let it pass. It is done on the
 * call's thread; a revoked hatch or another policy ends it from any.
 */
final class NativeCall {

  /** What the JVM keeps of output at most: a buffer that grows by half, and two copies. */
  private static final long COPIES = 4;

  private final SessionCore session;
  private final Admission admission;
  private final String id;
  private final Plan plan;
  private final CallEvents events;
  private final Deadline deadline;
  private final CommandCut cut = new CommandCut();
  private final boolean hatched;

  NativeCall(
      SessionCore session,
      Admission admission,
      String id,
      Plan plan,
      CallEvents events,
      Deadline deadline) {
    this.session = session;
    this.admission = admission;
    this.id = id;
    this.plan = plan;
    this.events = events;
    this.deadline = deadline;
    this.hatched = !CommandRules.allows(plan.policy(), plan.tool().name());
  }

  /**
   * Runs it.
   *
   * @param policy the one that the plan was made of
   * @param network the way out of the call
   */
  Outcome run(Policy policy, CallNetwork network) throws RefusedException {
    long heap = COPIES * plan.policy().limits().outputBytes();
    admission.admit(heap);
    Runnable forget = deadline.onCancel(cut::cancel);
    try {
      return inTurn(policy, network);
    } finally {
      forget.run();
      admission.release(heap);
    }
  }

  private Outcome inTurn(Policy policy, CallNetwork network) throws RefusedException {
    try {
      return session.commands().enter(deadline) ? granted(policy, network) : cancelled();
    } finally {
      session.commands().leave(deadline);
    }
  }

  private static Outcome cancelled() {
    return new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE);
  }

  private Outcome granted(Policy policy, CallNetwork network) throws RefusedException {
    if (!hatched) {
      return started(policy, network);
    }
    Hatch hatch = CommandRules.hatch(plan).orElseThrow();
    Optional<HatchUse<NativeCommand>> use =
        session
            .hatches()
            .consume(hatch, id, NativeCommand.class, this::isWanted, this::hatchRevoked);
    if (use.isEmpty()) {
      throw new RefusedException(
          "call refused: the hatch for the command does not open: it is " + hatch.state());
    }
    try {
      return started(policy, network);
    } finally {
      use.get().close();
    }
  }

  private boolean isWanted(NativeCommand approved) {
    return approved.command().equals(plan.tool().name());
  }

  private void hatchRevoked() {
    cut.deny("hatch", CommandRules.what(plan.tool().name()) + ", whose hatch was taken back");
  }

  private Outcome started(Policy policy, CallNetwork network) throws RefusedException {
    events.started();
    session.commands().register(this, session.policy());
    try {
      // Last of all, as for modules: the wait for a turn may have been long.
      if (!session.policy().equals(policy)) {
        throw Clearance.changed();
      }
      CallFiles.write(plan, session.workspace());
      return lent(network);
    } finally {
      session.commands().ended(this);
    }
  }

  /** Issued last of all: a secret is not asked for before it is sure that the command runs. */
  private Outcome lent(CallNetwork network) {
    try (CommandLeases held = CommandLeases.take(plan, network.leases(), cut)) {
      return ended(held.secrets(), new CommandEgress(network));
    } catch (EgressException denied) {
      return new Outcome.Denied(
          denied.rule(),
          String.valueOf(denied.getMessage()),
          Captured.EMPTY,
          Captured.EMPTY,
          Usage.NONE);
    }
  }

  /**
   * A command that failed after it was denied something, or had spent what it may, failed of that.
   */
  private Outcome ended(LentSecrets secrets, CommandEgress network) {
    CommandSession commands = session.commands().session(session.workspace());
    Outcome outcome = cut.told(commands.run(plan, secrets, network, cut));
    return FetchEnding.of(outcome, network.lastFailure(), plan.policy().network().limits());
  }

  /** The session's policy changed: a command that it does not allow any more is ended. */
  void reconsider(Policy now) {
    String command = plan.tool().name();
    if (!hatched && !CommandRules.allows(now, command)) {
      cut.deny(CommandRules.rule(now), CommandRules.what(command));
    } else if (!plan.leases().stream()
        .allMatch(each -> now.nativeCommands().gives(each, command))) {
      cut.deny("native.leases", CommandRules.what(command) + ", which holds a credential");
    }
  }
}
