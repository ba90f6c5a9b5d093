package dev.cloche.credential;

import java.util.Objects;

/**
 * What happened to a lease. Holds no secret.
 *
 * @param kind what happened
 * @param session id of the session
 * @param call id of the call
 * @param tool name of the tool
 * @param credential name of the credential
 * @param detail one sentence or empty: why it was denied; the URL without its query that it was
 *     used for; in which variable or file a command holds it
 */
public record LeaseEvent(
    Kind kind, String session, String call, String tool, String credential, String detail) {

  /** What happened. */
  public enum Kind {
    /** A lease was issued. */
    ISSUED,
    /** One use of it was taken. */
    USED,
    /** One use of it was taken for a native command, which holds the secret itself. */
    HELD,
    /** A use was denied, or nothing was issued. */
    DENIED,
    /** Its time was found to be over. Told once, at the first attempt after it or at its end. */
    EXPIRED,
    /** It was taken back. */
    REVOKED
  }

  public LeaseEvent {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(credential, "credential");
    Objects.requireNonNull(detail, "detail");
  }
}
