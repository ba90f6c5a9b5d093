package dev.cloche.audit;

import static dev.cloche.audit.AuditField.flag;
import static dev.cloche.audit.AuditField.list;
import static dev.cloche.audit.AuditField.number;
import static dev.cloche.audit.AuditField.object;
import static dev.cloche.audit.AuditField.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a record tells of: a closed set, each with its members. docs/audit.md has the table. */
public enum AuditType {
  /** A chain begins. The first record of every chain and of no other place. */
  LOG_OPENED(
      number("version"), text("chain"), text("algorithm"), text("keyId").maybe(), text("engine")),
  /** A process continues the chain that it found. */
  LOG_RESUMED(
      number("version"),
      text("keyId").maybe(),
      text("engine"),
      number("tornBytes").maybe(),
      text("tornSha256").maybe()),
  /** Records before this one got no turn; what they told of did not happen, or failed. */
  LOG_MISSED(number("records")),
  /** The log was closed in order. */
  LOG_CLOSED(),

  /** A session began, under a policy. */
  SESSION_OPENED(text("policy")),
  /** A session ended. */
  SESSION_CLOSED(number("calls")),
  /** Another policy takes the place of the session's. */
  POLICY_REPLACED(text("policy"), text("before")),
  /** Changes of an overlay are about to be written to the host. */
  COMMIT_BEGUN(text("mount")),
  /** They were, but for those that there was a problem with. */
  COMMIT_ENDED(text("mount"), object("files"), number("problems")),

  /** What a call may use, before anything of it runs. */
  CALL_PLANNED(
      object("tool"),
      text("plan"),
      text("policy"),
      list("arguments"),
      number("argumentCount"),
      text("argumentsSha256").maybe()),
  /** The gate answered. */
  GATE(flag("allowed"), text("plan"), text("reason")),
  /** The guest is about to run. */
  CALL_STARTED(),
  /** The call is over; every call that was planned has one of these. */
  CALL_ENDED(object("tool"), object("outcome"), object("usage"), object("files")),

  /** A request, or a hop of one, was allowed or denied. */
  EGRESS_DECIDED(
      text("method"),
      text("url"),
      flag("allowed"),
      text("rule"),
      text("reason"),
      text("credential").maybe(),
      flag("privateAddress").maybe()),
  /** A hop is over. */
  EGRESS_ENDED(
      text("method"),
      text("url"),
      number("status"),
      number("sentBytes"),
      number("receivedBytes"),
      number("wallMillis").maybe(),
      text("failure").maybe()),

  /** A credential was leased to the call. */
  LEASE_ISSUED(
      text("lease"), text("credential"), text("audience"), number("ttlMillis"), number("uses")),
  /** A lease was used for one request. */
  LEASE_USED(text("lease"), text("credential"), text("url"), number("usesLeft")),
  /** A native command is about to be given the secret of a lease, to hold while it runs. */
  LEASE_HELD(text("lease"), text("credential"), text("place"), number("usesLeft")),
  /** A request or a command got no credential. */
  LEASE_DENIED(text("credential"), text("url"), text("reason")),
  /** A lease was taken back. */
  LEASE_REVOKED(text("lease"), text("credential"), text("reason")),

  /** An escape hatch was asked for. */
  HATCH_REQUESTED(text("hatch"), text("operation"), text("what"), text("reason")),
  /** It was approved. */
  HATCH_APPROVED(text("hatch"), number("ttlMillis"), number("uses")),
  /** It was not. */
  HATCH_DENIED(text("hatch"), text("reason")),
  /** It was used. */
  HATCH_USED(text("hatch"), text("what"), number("usesLeft")),
  /** It was taken back, or ran out. */
  HATCH_REVOKED(text("hatch"), text("reason"));

  private final String id;

  @SuppressWarnings("ImmutableEnumChecker") // List.of, of records
  private final List<AuditField> fields;

  AuditType(AuditField... fields) {
    this.id = name().toLowerCase(Locale.ROOT).replace('_', '-');
    this.fields = List.of(fields);
  }

  /** Returns the name in records, such as {@code call-ended}. */
  public String id() {
    return id;
  }

  /** Returns its own members, in the order in which they stand in a record. */
  public List<AuditField> fields() {
    return fields;
  }

  /** Returns the type of this name. */
  public static Optional<AuditType> of(String id) {
    for (AuditType type : values()) {
      if (type.id.equals(id)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
