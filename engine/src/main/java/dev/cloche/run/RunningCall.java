package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PluginFunction;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.CallEvents;
import dev.cloche.audit.FileChanges;
import dev.cloche.egress.EgressUsage;
import dev.cloche.policy.PolicyException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call, from admission to outcome, on a guest thread. */
final class RunningCall implements Running {

  /** Made before it is needed: there may be no heap for it then. */
  private static final Outcome UNTOLD =
      new Outcome.HostFault("out of Java heap", Captured.EMPTY, Captured.EMPTY, Usage.NONE);

  private final Tool tool;
  private final Call call;
  private final SessionCore session;
  private final EngineCore engine;
  private final Deadline deadline;
  private final @Nullable Tape tape;

  /** The call of whose guest's thread this one was started; it may be a plugin function's. */
  private final @Nullable RunningCall parent;

  private static final ThreadLocal<@Nullable RunningCall> CURRENT = new ThreadLocal<>();

  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  RunningCall(EngineCore engine, SessionCore session, Tool tool, Call call, @Nullable Tape tape) {
    this.engine = engine;
    this.session = session;
    this.tool = tool;
    this.call = call;
    this.tape = tape;
    this.deadline = new Deadline(session.limits(call).wall());
    this.parent = CURRENT.get();
  }

  /**
   * Checks that this is not the thread of a call of a session, or of one that such a call started:
   * whoever waits there for the end of the session waits for ever.
   *
   * @throws IllegalStateException if it is
   */
  static void requireOutside(SessionCore session) {
    for (RunningCall call = CURRENT.get(); call != null; call = call.parent) {
      if (call.session == session) {
        throw new IllegalStateException("a session cannot be closed by a call of its own");
      }
    }
  }

  private int depth() {
    int depth = 0;
    for (RunningCall outer = parent; outer != null; outer = outer.parent) {
      depth++;
    }
    return depth;
  }

  /** Starts the guest's thread; {@code atEnd} runs on it last. */
  void start(Runnable atEnd) {
    engine.images().ahead(tool.runner());
    Runnable guest =
        () -> {
          Outcome ended = UNTOLD;
          try {
            ended = guarded();
          } catch (Throwable noRoom) {
            // To say what failed took more heap than there is; its caller waits all the same.
          } finally {
            outcome.complete(ended);
            atEnd.run();
          }
        };
    try {
      if (call.stdoutCopy().isPresent()
          || call.stderrCopy().isPresent()
          || call.trace().isPresent()
          || !engine.functions().isEmpty()) {
        // The embedder's code, which gets a thread without a past and without a future.
        GuestThreads.startNew(guest);
      } else {
        engine.threads().start(guest);
      }
    } catch (OutOfMemoryError noThread) {
      outcome.complete(new Outcome.Refused("call refused: the machine has no thread left for it"));
      atEnd.run();
    }
  }

  /** Ends a call that was not started, for those who already wait for it. */
  void abandon() {
    outcome.complete(new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE));
  }

  private Outcome guarded() {
    CURRENT.set(this);
    try {
      return perform();
    } catch (Throwable fault) {
      log().error("call failed", fault);
      return fault(fault);
    } finally {
      CURRENT.remove();
    }
  }

  private static Outcome fault(Throwable fault) {
    return new Outcome.HostFault(
        fault.getClass().getSimpleName(), Captured.EMPTY, Captured.EMPTY, Usage.NONE);
  }

  /** Runs the call and records how it ended; a call that cannot be recorded has failed. */
  private Outcome perform() {
    String id = session.records().nextCall();
    CallEvents events = session.records().call(id, tool);
    CallChanges changes = CallChanges.from(session);
    CountedOutcome ended = new CountedOutcome();
    try {
      return recorded(recordable(id, events, ended), events, ended, changes);
    } catch (AuditException unrecorded) {
      log().error("call could not be recorded", unrecorded);
      return unrecorded(events, ended, changes);
    } finally {
      session.records().ended(id);
    }
  }

  /** One record that got no turn fails the call alone: the log has its end, if it still works. */
  private static Outcome unrecorded(CallEvents events, CountedOutcome ended, CallChanges changes) {
    Outcome how =
        new Outcome.HostFault(
            "the audit could not record the call", Captured.EMPTY, Captured.EMPTY, Usage.NONE);
    try {
      return recorded(how, events, ended, changes);
    } catch (AuditException failed) {
      return how;
    }
  }

  /** Records the end, also where it cannot be told what the call changed. */
  private static Outcome recorded(
      Outcome how, CallEvents events, CountedOutcome ended, CallChanges changes) {
    FileChanges files;
    Outcome told = how;
    try {
      files = changes.counted();
    } catch (Throwable fault) {
      log().error("changes of a call could not be counted", fault);
      files = FileChanges.NONE;
      told = fault(fault);
    }
    events.ended(told, ended.network, files);
    return told;
  }

  /** Whatever goes wrong is an outcome, so that it can be recorded; but what cannot be, is not. */
  private Outcome recordable(String id, CallEvents events, CountedOutcome ended) {
    try {
      return planned(id, events, ended);
    } catch (AuditException unrecorded) {
      throw unrecorded;
    } catch (Throwable fault) {
      log().error("call failed", fault);
      return fault(fault);
    }
  }

  /** What a call used beside what its outcome tells. */
  private static final class CountedOutcome {
    EgressUsage network = EgressUsage.NONE;
  }

  private Outcome planned(String id, CallEvents events, CountedOutcome ended) {
    try {
      if (depth() > PluginFunction.MAX_DEPTH) {
        throw new RefusedException(
            "call refused: it is more than " + PluginFunction.MAX_DEPTH + " calls deep in others");
      }
      Policy policy = session.policy();
      Plan plan = plan(policy);
      Optional<Outcome> refusal = new Clearance(session, policy, plan, events).refusal(deadline);
      if (refusal.isPresent()) {
        return refusal.get();
      }
      if (!tool.command().isEmpty() && tape != null) {
        throw new RefusedException("call refused: a native command cannot be recorded");
      }
      if (!tool.command().isEmpty()) {
        return command(id, plan, policy, events, ended);
      }
      CallNetwork network = CallNetwork.of(session, id, policy, plan, events);
      try (network;
          CallGrants grants = new CallGrants(session, id, plan, network)) {
        return run(grants, policy, events);
      } finally {
        ended.network = network.usage();
      }
    } catch (RefusedException refused) {
      return new Outcome.Refused(refused.reason());
    }
  }

  private Outcome command(
      String id, Plan plan, Policy policy, CallEvents events, CountedOutcome ended)
      throws RefusedException {
    NativeCall command = new NativeCall(session, engine.admission(), id, plan, events, deadline);
    CallNetwork network = CallNetwork.of(session, id, policy, plan, events);
    try (network) {
      return command.run(policy, network);
    } finally {
      ended.network = network.usage();
    }
  }

  private Plan plan(Policy policy) throws RefusedException {
    try {
      return session.plan(tool, call, policy);
    } catch (PolicyException manifest) {
      // A module that is none has no manifest either; then that is what is wrong with it.
      Image ignored = image();
      throw new RefusedException("call refused: " + manifest.getMessage());
    }
  }

  private Outcome run(CallGrants grants, Policy policy, CallEvents events) throws RefusedException {
    Image image = image();
    if (image == null) {
      return new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE);
    }
    Optional<GuestPlugin.Target> target = target(image);
    CallSetting setting = taped(grants.take());
    long memory = image.memoryWithin(setting.limits());
    engine.admission().admit(memory);
    try {
      events.started();
      // Last of all: to compile the tool, or to record, may have taken long.
      if (!session.policy().equals(policy)) {
        throw Clearance.changed();
      }
      CallFiles.write(setting.plan(), session.workspace());
      Duration wall = setting.limits().wall();
      deadline.atMost(tape == null ? wall : tape.wall(wall));
      beginTape(setting);
      GuestRun guest = new GuestRun(image, setting, deadline, engine.spareArrays(), target);
      Outcome outcome =
          FetchEnding.of(
              guest.run(), guest.lastFetchFailure(), setting.plan().policy().network().limits());
      return tape == null ? outcome : tape.end(outcome);
    } finally {
      engine.admission().release(memory);
    }
  }

  private CallSetting taped(CallSetting setting) throws RefusedException {
    if (tape == null) {
      return setting;
    }
    if (!setting.files().hatches().isEmpty()) {
      throw new RefusedException("call refused: one with a hatch for a mount cannot be recorded");
    }
    return setting.with(tape);
  }

  private void beginTape(CallSetting setting) throws RefusedException {
    if (tape != null) {
      Optional<String> problem =
          tape.begin(
              new Tape.Start(
                  setting.plan(),
                  setting.limits(),
                  session.workspace(),
                  session.alone(),
                  session.leases()::scrubber));
      if (problem.isPresent()) {
        throw new RefusedException("call refused: it cannot be recorded: " + problem.get());
      }
    }
  }

  /** Which function of a plugin is called; empty for a command. */
  private Optional<GuestPlugin.Target> target(Image image) throws RefusedException {
    Optional<PluginExports> plugin = image.facts().plugin();
    return plugin.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GuestPlugin.Target(
                plugin.get(), plugin.get().function(call.arguments()), engine.functions()));
  }

  /** Waits for the image; null if the call was cancelled meanwhile. */
  private @Nullable Image image() throws RefusedException {
    CompletableFuture<Image> future = engine.images().of(tool.runner());
    CompletableFuture<Image> ignored = future.whenComplete((image, fault) -> deadline.signal());
    deadline.awaitOrCancel(future::isDone);
    if (!future.isDone()) {
      return null;
    }
    try {
      return future.get();
    } catch (InterruptedException e) {
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void cancel() {
    deadline.cancel();
  }

  @Override
  public boolean isDone() {
    return outcome.isDone();
  }

  @Override
  public long fuelUsed() {
    return deadline.fuelUsed();
  }

  @Override
  public Outcome await() {
    for (RunningCall inner = CURRENT.get(); inner != null; inner = inner.parent) {
      if (inner == this) {
        throw new IllegalStateException("a call cannot wait for its own end");
      }
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return outcome.get();
        } catch (InterruptedException e) {
          interrupted = true;
          cancel();
        } catch (ExecutionException e) {
          throw new AssertionError("an outcome is always completed normally", e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(RunningCall.class);
  }
}
