package dev.cloche.cli;

import dev.cloche.Outcome;

/**
 * The statuses the process ends with. A guest may use the same numbers for its own ends; {@code
 * --json} tells them apart.
 */
final class ExitStatus {

  /** The command did what it was asked. */
  static final int OK = 0;

  /** A replayed call differs from the recorded one. */
  static final int DIFFERENT = 1;

  /** A replayed call cannot be compared with the recorded one. */
  static final int INCOMPARABLE = 2;

  /** Never started: bad module, bad policy, bad usage. */
  static final int REFUSED = 120;

  /** The policy forbade it. */
  static final int DENIED = 121;

  /** A limit ended it. */
  static final int LIMIT_EXCEEDED = 122;

  /** The guest trapped. */
  static final int TRAPPED = 123;

  /** The user ended it. */
  static final int CANCELLED = 124;

  /** The engine, this command or the machine failed. */
  static final int HOST_FAULT = 125;

  private ExitStatus() {}

  /** Returns the status for an outcome. */
  static int of(Outcome outcome) {
    if (outcome instanceof Outcome.Completed completed) {
      return ofGuest(completed.exitStatus());
    } else if (outcome instanceof Outcome.Denied) {
      return DENIED;
    } else if (outcome instanceof Outcome.LimitExceeded) {
      return LIMIT_EXCEEDED;
    } else if (outcome instanceof Outcome.Trapped) {
      return TRAPPED;
    } else if (outcome instanceof Outcome.Refused) {
      return REFUSED;
    } else if (outcome instanceof Outcome.Cancelled) {
      return CANCELLED;
    } else {
      return HOST_FAULT;
    }
  }

  /** A process has eight bits to say how it ended. */
  static int ofGuest(int exitStatus) {
    return exitStatus & 0xff;
  }
}
