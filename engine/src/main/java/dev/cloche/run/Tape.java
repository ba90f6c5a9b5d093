package dev.cloche.run;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PluginFunction;
import dev.cloche.egress.Egress;
import dev.cloche.egress.Scrubber;
import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.GuestRandom;
import dev.cloche.workspace.Workspace;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What stands between one call and all that is not its module: it takes down what the call meets,
 * or gives it what another call met. Used on the guest's thread, for one call; a {@link TapeStop}
 * of it ends the call.
 *
 * <p>Public because {@code dev.cloche.replay} makes them; this package is not exported.
 */
public interface Tape {

  /**
   * What a call begins with.
   *
   * @param plan the tool, what it is given, and what it may use
   * @param limits the plan's, and the fuel of hatches
   * @param workspace the session's files, those that the call brings among them
   * @param alone tells whether no other call of the session has run since this one began
   * @param secrets takes what was lent in the session out of texts
   */
  record Start(
      Plan plan,
      Limits limits,
      Workspace workspace,
      BooleanSupplier alone,
      Supplier<Scrubber> secrets) {}

  /**
   * Begins; the guest has not run yet.
   *
   * @return why the call cannot be taken down, or empty
   */
  Optional<String> begin(Start start);

  /** Returns the limits that hold, of those that the plan gives. */
  Limits limits(Limits ofPlan);

  /** Returns the time that the call has, of what its limits give. */
  Duration wall(Duration ofLimits);

  /** Returns what the call may do with files, of what the plan gives. */
  WorkspaceUse files(WorkspaceUse ofPlan);

  /** Returns the clock of the guest, unless that is made of a seed. */
  GuestClock clock(GuestClock real);

  /** Returns the random numbers of the guest, unless they are made of a seed. */
  GuestRandom random(GuestRandom real);

  /** Returns the standard input of the guest. */
  GuestInput input(GuestInput real);

  /** Returns the way out of the guest. */
  Egress egress(Egress real);

  /** Returns what a function of the embedder does. */
  PluginFunction.Body function(PluginFunction real);

  /** Whether sleeping takes time. */
  boolean sleeps();

  /** Returns where the call is to be ended from outside, if it is. */
  Optional<TapedStop> stop();

  /** The call was ended from outside. */
  void stopped(TapedStop where);

  /** The guest has ended; returns how the call is told to have ended. */
  Outcome end(Outcome outcome);
}
