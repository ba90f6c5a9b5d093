package dev.cloche.testkit;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.Session;
import dev.cloche.workspace.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import org.jspecify.annotations.Nullable;

/**
 * What every function holds to that an embedder gives to plugins, whatever a plugin does to it.
 * Extend it, give the functions, and jqwik looks for calls that break one of these promises:
 *
 * <ul>
 *   <li>a call ends in an outcome that is the plugin's own: what a function throws is {@link
 *       Outcome.HostFault}, and fails;
 *   <li>it comes back, also when calls run side by side, or one within another;
 *   <li>blocks that the plugin passed are as they were, unless {@link #mayFree} says otherwise;
 *   <li>the workspace is as it was, unless {@link #changesWorkspace} says otherwise;
 *   <li>the session goes on, after a trap inside of the function too.
 * </ul>
 *
 * <p>Each try makes a plugin of a few dozen instructions, which is checked, metered and run as any
 * other. What fails is shrunk, mostly to one call with the smallest arguments that still fail.
 */
public abstract class HostFunctionContract {
  private static final int AT_ONCE = 3;

  private @Nullable HostCallRunner runner;

  /** Returns the functions. Asked once for each property. */
  protected abstract List<PluginFunction> functions();

  /**
   * Returns what the calls run under. By default 20 million units of fuel, 10 seconds, 4 MiB of
   * memory.
   */
  protected Limits limits() {
    return Limits.builder()
        .fuel(20_000_000)
        .wall(Duration.ofSeconds(10))
        .memoryBytes(4 << 20)
        .outputBytes(100_000)
        .build();
  }

  /** Returns what the engine is built from; by default it interprets, since each plugin is new. */
  protected Engine.Builder engine() {
    return Engine.builder().execution(Execution.INTERPRETED);
  }

  /**
   * Whether calls may end so. By default in all ways but as a fault of the host; and not refused,
   * which would be a mistake in the function's types.
   */
  protected boolean isAllowed(Outcome outcome) {
    return !(outcome instanceof Outcome.HostFault || outcome instanceof Outcome.Refused);
  }

  /** Whether a function may free the block of an argument: by default none does. */
  protected boolean mayFree(PluginFunction function, int index) {
    return false;
  }

  /** Whether functions may change the workspace of the session: by default they do not. */
  protected boolean changesWorkspace() {
    return false;
  }

  /**
   * How long calls may take before a function counts as one that does not come back: 60 seconds by
   * default, since a machine may be busy. What does not come back is not shrunk, and blocks the
   * engine of its property until the JVM ends.
   */
  protected Duration patience() {
    return Duration.ofSeconds(60);
  }

  /**
   * Returns the session that calls run in at present, for functions that use it.
   *
   * @throws IllegalStateException while there is none
   */
  protected final Session session() {
    return runner().session();
  }

  private HostCallRunner runner() {
    if (runner == null) {
      runner = new HostCallRunner(this, functions());
    }
    return runner;
  }

  /** Closes the engine. */
  @AfterProperty
  final void closeEngine() {
    if (runner != null) {
      runner.close();
      runner = null;
    }
  }

  /** Returns calls of any kind. */
  @Provide
  protected final Arbitrary<List<HostCall>> calls() {
    return HostCalls.sequences(runner().functions());
  }

  /** Returns calls that are right for memory. */
  @Provide
  protected final Arbitrary<List<HostCall>> honestCalls() {
    return HostCalls.honest(runner().functions());
  }

  /** Any calls end well and leave the session usable. */
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  protected void anyCalls_endWell(@ForAll("calls") List<HostCall> calls) {
    runner().each(session -> check(calls));
  }

  /** A trap inside of a function, at any of its blocks, leaves it usable. */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  protected void callsAfterATrapInside_endWell(@ForAll("honestCalls") List<HostCall> calls) {
    runner()
        .each(
            session -> {
              for (List<HostCall> trapping : HostCalls.withABlockFreed(calls)) {
                check(trapping);
              }
              check(calls);
            });
  }

  /** While a function runs, memory of the plugin grows and moves: with each block that it reads. */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  protected void memoryThatGrowsMeanwhile_isNoMatter(@ForAll("calls") List<HostCall> calls) {
    runner().growing(true);
    try {
      runner().each(session -> check(calls));
    } finally {
      runner().growing(false);
    }
  }

  /** Calls are made while the function runs: when it first touches a block of the plugin's. */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  protected void callsWithinACall_endWell(@ForAll("calls") List<HostCall> calls) {
    runner()
        .each(
            session -> {
              runner().nesting(Optional.of(() -> check(calls)));
              try {
                check(calls);
              } finally {
                runner().nesting(Optional.empty());
              }
            });
  }

  /** Calls run side by side. */
  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  protected void callsSideBySide_endWell(@ForAll("calls") List<HostCall> calls) {
    runner()
        .each(
            session -> {
              for (Outcome outcome : runner().sideBySide(calls, AT_ONCE)) {
                checkEnding(calls, outcome);
              }
            });
  }

  private void check(List<HostCall> calls) {
    Session session = session();
    try (Snapshot before = session.workspace().snapshot()) {
      Outcome outcome = runner().run(calls);
      checkEnding(calls, outcome);
      if (!changesWorkspace() && !session.workspace().diff(before).isEmpty()) {
        throw new AssertionError(calls + " changed the workspace");
      }
    }
  }

  private void checkEnding(List<HostCall> calls, Outcome outcome) {
    if (!isAllowed(outcome)) {
      throw new AssertionError(calls + " ended in what is not allowed: " + outcome.message());
    }
    if (outcome instanceof Outcome.Completed && outcome.stdout().size() > 0) {
      HostCall call = calls.get(outcome.stdout().bytes()[0] - 1);
      throw new AssertionError(call + " changed or freed a block of the plugin's");
    }
  }

  /** Returns the call of a plugin. */
  final Call call() {
    return Call.builder().limits(limits()).seed(1).build();
  }
}
