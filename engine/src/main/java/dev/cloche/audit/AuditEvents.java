package dev.cloche.audit;

import dev.cloche.egress.Scrubber;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a session tells its log: one method for each kind of record. The rest of the engine calls
 * these and never writes a record itself.
 *
 * <p>Texts may be anything that a guest wrote: known secrets are taken out, queries of URLs are
 * left out, lengths are bounded. Thread-safe. Every method throws {@link AuditException} if it
 * could not be recorded; what it tells of must then not happen.
 */
public final class AuditEvents {

  private final Recorder log;
  private final Redactor redactor;
  private final String session;

  private AuditEvents(Recorder log, String session, Redactor redactor) {
    this.log = log;
    this.session = redactor.name(session);
    this.redactor = redactor;
  }

  /**
   * Returns the events of one session.
   *
   * @param log where they go
   * @param session the session's id, not empty
   * @param secrets brings what takes out the secrets leased so far; asked for each text
   */
  public static AuditEvents of(AuditLog log, String session, Supplier<Scrubber> secrets) {
    if (session.isEmpty()) {
      throw new IllegalArgumentException("a session has an id");
    }
    Objects.requireNonNull(log, "log");
    return new AuditEvents(log::append, session, new Redactor(secrets));
  }

  /**
   * Returns the events of a session that has no log: they reach the flight recorder alone.
   *
   * @param session the session's id, not empty
   * @param secrets as for {@link #of}
   */
  public static AuditEvents unlogged(String session, Supplier<Scrubber> secrets) {
    return new AuditEvents(draft -> {}, session, new Redactor(secrets));
  }

  /**
   * The session began.
   *
   * @param policy digest of the policy, such as {@code sha256:...}
   */
  public void sessionOpened(String policy) {
    append(draft(AuditType.SESSION_OPENED).put("policy", redactor.name(policy)));
  }

  /**
   * The session ended.
   *
   * @param calls how many calls it made
   */
  public void sessionClosed(long calls) {
    append(draft(AuditType.SESSION_CLOSED).put("calls", calls));
  }

  /**
   * Another policy is about to take the place of the session's.
   *
   * @param policy digest of the next one, such as {@code sha256:...}
   * @param before digest of the one that held until now
   */
  public void policyReplaced(String policy, String before) {
    append(
        draft(AuditType.POLICY_REPLACED)
            .put("policy", redactor.name(policy))
            .put("before", redactor.name(before)));
  }

  /**
   * Changes of an overlay are about to be written to the host.
   *
   * @param mount the guest path of the mount
   */
  public void workspaceCommitting(String mount) {
    append(draft(AuditType.COMMIT_BEGUN).put("mount", redactor.text(mount)));
  }

  /**
   * Changes of an overlay were written to the host.
   *
   * @param mount the guest path of the mount
   * @param files how many
   * @param problems how many were not
   */
  public void workspaceCommitted(String mount, FileChanges files, long problems) {
    append(
        draft(AuditType.COMMIT_ENDED)
            .put("mount", redactor.text(mount))
            .put("files", files(files))
            .put("problems", problems));
  }

  /**
   * Returns the events of one call.
   *
   * @param call its id, not empty, unlike that of any other call of the session
   * @param toolName the tool's name
   * @param toolDigest SHA-256 of its module in hexadecimal
   */
  public CallEvents call(String call, String toolName, String toolDigest) {
    if (call.isEmpty()) {
      throw new IllegalArgumentException("a call has an id");
    }
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("name", redactor.name(toolName));
    tool.put("sha256", redactor.name(toolDigest));
    return new CallEvents(log, redactor, session, redactor.name(call), tool);
  }

  /** Returns the events of what happens in the session and in none of its calls. */
  public CallEvents outsideCalls() {
    return new CallEvents(log, redactor, session, "", Map.of());
  }

  static Map<String, Object> files(FileChanges files) {
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("added", files.added());
    counts.put("changed", files.changed());
    counts.put("deleted", files.deleted());
    return counts;
  }

  private Draft draft(AuditType type) {
    return new Draft(type, session, "");
  }

  private void append(Draft draft) {
    log.append(draft);
  }
}
