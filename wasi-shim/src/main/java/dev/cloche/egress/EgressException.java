package dev.cloche.egress;

import java.util.Objects;

/**
 * Why a request came to nothing. The message is one sentence that a guest may read: it names the
 * rule or the cap, never an address that was resolved, a secret or a host path.
 */
public final class EgressException extends Exception {
  private static final long serialVersionUID = 1;

  /** What kind of failure, which decides how a call that cannot go on is told to have ended. */
  public enum Kind {
    /** A rule, or the want of one, forbids it; {@link EgressException#rule} names it. */
    DENIED,
    /** The URL, a header or the method is not acceptable. */
    MALFORMED,
    /**
     * The session's budget of requests or bytes is spent; {@link EgressException#rule} names it.
     */
    BUDGET,
    /** A response was larger than a cap: head, body, or what its compression expands to. */
    TOO_LARGE,
    /** The name has no usable address, or nothing answers there. */
    UNREACHABLE,
    /** The certificate or the protocol is not good enough. */
    TLS,
    /** The other side broke the protocol, or the connection was lost. */
    PROTOCOL,
    /** The call's time is over. */
    TIMEOUT,
    /** The exchange was cut: closed, revoked, cancelled. */
    CUT
  }

  private final Kind kind;
  private final String rule;

  /** Makes one; {@code rule} is the id of the rule, the name of the budget or cap, or empty. */
  public EgressException(Kind kind, String rule, String message) {
    super(message, null, false, false);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.rule = Objects.requireNonNull(rule, "rule");
  }

  /** What kind of failure. */
  public Kind kind() {
    return kind;
  }

  /** The id of the rule that decided, or the name of the budget or cap; empty for other kinds. */
  public String rule() {
    return rule;
  }
}
