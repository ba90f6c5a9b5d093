package dev.cloche;

import java.util.List;

/**
 * How one call of a tool ended. A call never throws for what a guest did: every ending is one of
 * these values, and every value says what was used.
 *
 * <p>Immutable and thread-safe.
 */
public sealed interface Outcome {

  /** The name of this kind of ending in JSON, on the command line and in the audit. */
  String id();

  /** What the call used, also when it failed; all zero for a call that never started. */
  Usage usage();

  /** What the guest wrote to its standard output before the end, within the output limit. */
  Captured stdout();

  /** What the guest wrote to its standard error before the end, within the output limit. */
  Captured stderr();

  /** One sentence for a person: how the call ended, with the numbers that matter. */
  String message();

  /**
   * The guest ended by itself. A non-zero exit status is still a completion: it is the guest's own
   * word.
   *
   * @param exitStatus what the guest passed to {@code proc_exit}, or 0 where it just returned, or
   *     128 plus the number of the signal that it raised by {@code proc_raise}, as a shell tells of
   *     it
   */
  record Completed(int exitStatus, Captured stdout, Captured stderr, Usage usage)
      implements Outcome {
    @Override
    public String id() {
      return "completed";
    }

    @Override
    public String message() {
      return "exited with status " + exitStatus;
    }
  }

  /**
   * A limit of {@link Limits} ended the call.
   *
   * @param which the limit
   * @param limit its value, in the unit of {@link LimitKind}
   * @param used what was used or asked for when it tripped, same unit; above {@code limit}
   */
  record LimitExceeded(
      LimitKind which, long limit, long used, Captured stdout, Captured stderr, Usage usage)
      implements Outcome {
    @Override
    public String id() {
      return "limit-exceeded";
    }

    @Override
    public String message() {
      return which.id() + " limit exceeded: limit " + limit + ", used " + used + which.unitSuffix();
    }
  }

  /**
   * The policy forbids something that the tool cannot do without.
   *
   * @param rule the rule that decided
   * @param what what was asked for
   */
  record Denied(String rule, String what, Captured stdout, Captured stderr, Usage usage)
      implements Outcome {
    @Override
    public String id() {
      return "denied";
    }

    @Override
    public String message() {
      return "denied by " + rule + ": " + what;
    }
  }

  /**
   * The guest did what WebAssembly answers with a trap.
   *
   * @param kind which trap
   * @param detail the specification's text for it, and what else is known
   * @param backtrace the guest's frames, innermost first; empty where the engine cannot tell
   */
  record Trapped(
      TrapKind kind,
      String detail,
      List<GuestFrame> backtrace,
      Captured stdout,
      Captured stderr,
      Usage usage)
      implements Outcome {
    public Trapped {
      backtrace = List.copyOf(backtrace);
    }

    @Override
    public String id() {
      return "trapped";
    }

    @Override
    public String message() {
      return "trapped: " + detail;
    }
  }

  /**
   * The call never started: the module is not acceptable, the machine has no room for it, or
   * nothing here runs native commands as the policy wants them.
   *
   * @param reason one sentence: what was wrong, where, and what would be right
   */
  record Refused(String reason) implements Outcome {
    @Override
    public String id() {
      return "refused";
    }

    @Override
    public Usage usage() {
      return Usage.NONE;
    }

    @Override
    public Captured stdout() {
      return Captured.EMPTY;
    }

    @Override
    public Captured stderr() {
      return Captured.EMPTY;
    }

    @Override
    public String message() {
      return reason;
    }
  }

  /** The caller ended the call: {@link Running#cancel()}, a closed session, or an interrupt. */
  record Cancelled(Captured stdout, Captured stderr, Usage usage) implements Outcome {
    @Override
    public String id() {
      return "cancelled";
    }

    @Override
    public String message() {
      return "cancelled by the caller";
    }
  }

  /**
   * The engine or the machine failed, not the guest. The call is over, the session stays usable.
   *
   * @param detail what failed, without host paths or secrets
   */
  record HostFault(String detail, Captured stdout, Captured stderr, Usage usage)
      implements Outcome {
    @Override
    public String id() {
      return "host-fault";
    }

    @Override
    public String message() {
      return "host fault: " + detail;
    }
  }
}
