package dev.cloche;

import dev.cloche.egress.Egress;

/**
 * Native commands over one workspace, run by a {@link Backend}. Used by one thread at a time, but
 * for {@link #close}.
 */
public interface CommandSession extends AutoCloseable {

  /**
   * Runs the command of a plan ({@link Plan#command}) to its end, with the plan's limits,
   * variables, input and streams, and nothing beyond. What it changed is in the workspace when this
   * returns, and no process of it is left.
   *
   * <p>Never throws for what a command or the machine does. A clause that this machine cannot
   * enforce is {@link Outcome.Refused}; {@link Outcome#usage} has a {@link CommandUsage} where the
   * command was started.
   *
   * <p>The secrets are the command's while it runs and nobody else's: see {@link LentSecrets}.
   *
   * @param plan allowed by policy, gate and hatches; the backend need not decide again
   * @param secrets what it is lent, by {@link Plan#leases}
   * @param egress the way out of the call, by the plan's rules: decides, records, dials and counts;
   *     the engine's to close, once this has returned
   * @param cancellation tells when the command has to end early
   */
  Outcome run(Plan plan, LentSecrets secrets, Egress egress, Cancellation cancellation);

  /** Ends what runs, and lets everything go. Closing twice is harmless. */
  @Override
  void close();

  /** Whether, and when, a command is to be ended by somebody else. */
  @FunctionalInterface
  interface Cancellation {
    /**
     * Has an action run when the command is to end; at once if it already is. The action does not
     * block, and may be run by any thread, also after the command has ended.
     */
    void onCancel(Runnable action);
  }
}
