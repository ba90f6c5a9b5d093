package dev.cloche;

import java.util.Objects;

/**
 * A step of a hatch, for the audit.
 *
 * @param kind which step
 * @param session id of the session
 * @param hatch number of the hatch in its session, from 1; 0 if it is none of the session
 * @param call id of the call; empty where there is none
 * @param request what was asked for
 * @param detail why, if it was denied or refused; else empty
 */
public record HatchEvent(
    Kind kind, String session, long hatch, String call, HatchRequest request, String detail) {

  /** Which step. */
  public enum Kind {
    /** It was asked for. */
    REQUESTED,
    /** The approver said yes. */
    APPROVED,
    /** The approver did not say yes. */
    DENIED,
    /** One use was taken. */
    USED,
    /** A use was refused. */
    REFUSED,
    /** It was taken back. */
    REVOKED
  }

  public HatchEvent {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(detail, "detail");
  }
}
