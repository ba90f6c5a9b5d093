package dev.cloche.audit;

import dev.cloche.Outcome;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What one call tells its log, and the observer of its requests. Made by {@link AuditEvents#call};
 * what is said there of texts, threads and failures holds here as well.
 */
public final class CallEvents implements EgressObserver {

  private final Recorder log;
  private final Redactor redactor;
  private final String session;
  private final String call;
  private final Map<String, Object> tool;
  private final RequestClock requests = new RequestClock();
  private volatile FlightEvents.Span span = FlightEvents.Span.NOT_RECORDED;

  CallEvents(
      Recorder log, Redactor redactor, String session, String call, Map<String, Object> tool) {
    this.log = log;
    this.redactor = redactor;
    this.session = session;
    this.call = call;
    this.tool = tool;
  }

  /**
   * The call was planned; nothing of it has run.
   *
   * @param plan digest of the plan
   * @param policy digest of the policy
   * @param arguments what the tool is given
   */
  public void planned(String plan, String policy, List<AuditArgument> arguments) {
    log.append(
        draft(AuditType.CALL_PLANNED)
            .put("tool", tool)
            .put("plan", redactor.name(plan))
            .put("policy", redactor.name(policy))
            .put("arguments", redactor.arguments(arguments))
            .put("argumentCount", (long) arguments.size())
            .putUnlessEmpty("argumentsSha256", redactor.digestOfRest(arguments)));
  }

  /**
   * The gate answered.
   *
   * @param allowed what it said
   * @param plan digest of the plan that it saw
   * @param reason why, in its words or ours
   */
  public void gate(boolean allowed, String plan, String reason) {
    log.append(
        draft(AuditType.GATE)
            .put("allowed", allowed)
            .put("plan", redactor.name(plan))
            .put("reason", redactor.text(reason)));
    if (!allowed) {
      FlightEvents.denial(session, call, "gate", redactor.text(reason));
    }
  }

  /** The guest is about to run. */
  public void started() {
    log.append(draft(AuditType.CALL_STARTED));
    span = FlightEvents.call();
  }

  /**
   * The call is over, however it ended, also if it never started.
   *
   * @param outcome how
   * @param network what it sent and received
   * @param files what it changed in the workspace
   */
  public void ended(Outcome outcome, EgressUsage network, FileChanges files) {
    span.end(session, call, tool, outcome);
    span = FlightEvents.Span.NOT_RECORDED;
    log.append(
        draft(AuditType.CALL_ENDED)
            .put("tool", tool)
            .put("outcome", OutcomeFields.outcome(outcome, redactor))
            .put("usage", OutcomeFields.usage(outcome.usage(), network))
            .put("files", AuditEvents.files(files)));
    if (outcome instanceof Outcome.Denied denied) {
      FlightEvents.denial(session, call, denied.rule(), redactor.text(denied.what()));
    }
  }

  @Override
  public void decided(String method, String url, EgressDecision decision) {
    String shown = redactor.url(url);
    Draft draft =
        draft(AuditType.EGRESS_DECIDED)
            .put("method", redactor.name(method))
            .put("url", shown)
            .put("allowed", decision.allowed())
            .put("rule", redactor.name(decision.rule()))
            .put("reason", redactor.text(decision.reason()))
            .putUnlessEmpty("credential", redactor.name(decision.credential().orElse("")));
    log.append(decision.privateAddress() ? draft.put("privateAddress", true) : draft);
    if (decision.allowed()) {
      requests.begin(method, url);
    } else {
      FlightEvents.denial(session, call, redactor.name(decision.rule()), shown);
    }
  }

  @Override
  public void ended(
      String method,
      CanonicalUrl url,
      int status,
      long sentBytes,
      long receivedBytes,
      String failure) {
    String canonical = String.valueOf((Object) url);
    long wall = requests.end(method, canonical);
    FlightEvents.Request request =
        new FlightEvents.Request(redactor.name(method), redactor.url(canonical), wall);
    Draft draft =
        draft(AuditType.EGRESS_ENDED)
            .put("method", request.method())
            .put("url", request.url())
            .put("status", (long) status)
            .put("sentBytes", sentBytes)
            .put("receivedBytes", receivedBytes)
            .putUnlessEmpty("failure", redactor.text(failure));
    log.append(wall < 0 ? draft : draft.put("wallMillis", wall));
    FlightEvents.fetch(session, call, request, status, sentBytes, receivedBytes);
  }

  /**
   * A credential was leased.
   *
   * @param lease the lease's id
   * @param credential the name in the policy
   * @param audience the URL prefix that it is for
   * @param ttl how long it lives
   * @param uses how often it may be used
   */
  public void leaseIssued(
      String lease, String credential, String audience, Duration ttl, long uses) {
    log.append(
        draft(AuditType.LEASE_ISSUED)
            .put("lease", redactor.name(lease))
            .put("credential", redactor.name(credential))
            .put("audience", redactor.url(audience))
            .put("ttlMillis", ttl.toMillis())
            .put("uses", uses));
  }

  /** A lease is about to be used for a request to {@code url}; {@code usesLeft} remain after it. */
  public void leaseUsed(String lease, String credential, String url, long usesLeft) {
    log.append(
        draft(AuditType.LEASE_USED)
            .put("lease", redactor.name(lease))
            .put("credential", redactor.name(credential))
            .put("url", redactor.url(url))
            .put("usesLeft", usesLeft));
  }

  /**
   * A native command is about to be given a secret, which it then holds itself.
   *
   * @param place the variable or file that it finds it in
   * @param usesLeft how many uses remain after it
   */
  public void leaseHeld(String lease, String credential, String place, long usesLeft) {
    log.append(
        draft(AuditType.LEASE_HELD)
            .put("lease", redactor.name(lease))
            .put("credential", redactor.name(credential))
            .put("place", redactor.text(place))
            .put("usesLeft", usesLeft));
  }

  /** A request to {@code url}, or a command, got no credential. */
  public void leaseDenied(String credential, String url, String reason) {
    log.append(
        draft(AuditType.LEASE_DENIED)
            .put("credential", redactor.name(credential))
            .put("url", redactor.url(url))
            .put("reason", redactor.text(reason)));
    FlightEvents.denial(
        session, call, "credential " + redactor.name(credential), redactor.url(url));
  }

  /** A lease was taken back. */
  public void leaseRevoked(String lease, String credential, String reason) {
    log.append(
        draft(AuditType.LEASE_REVOKED)
            .put("lease", redactor.name(lease))
            .put("credential", redactor.name(credential))
            .put("reason", redactor.text(reason)));
  }

  /**
   * An escape hatch was asked for.
   *
   * @param hatch the request's id, which the later events of this hatch have too
   * @param operation the kind of thing, such as {@code url}, {@code mount}, {@code fuel}
   * @param what which one
   * @param reason why, in the asker's words
   */
  public void hatchRequested(String hatch, String operation, String what, String reason) {
    log.append(
        hatch(AuditType.HATCH_REQUESTED, hatch)
            .put("operation", redactor.name(operation))
            .put("what", redactor.text(what))
            .put("reason", redactor.text(reason)));
  }

  /** The embedder approved a hatch. */
  public void hatchApproved(String hatch, Duration ttl, long uses) {
    log.append(
        hatch(AuditType.HATCH_APPROVED, hatch).put("ttlMillis", ttl.toMillis()).put("uses", uses));
  }

  /** The embedder did not approve a hatch, or did not answer in time. */
  public void hatchDenied(String hatch, String reason) {
    log.append(hatch(AuditType.HATCH_DENIED, hatch).put("reason", redactor.text(reason)));
    FlightEvents.denial(session, call, "hatch", redactor.text(reason));
  }

  /** A hatch is about to be used for {@code what}; {@code usesLeft} remain after it. */
  public void hatchUsed(String hatch, String what, long usesLeft) {
    log.append(
        hatch(AuditType.HATCH_USED, hatch)
            .put("what", redactor.text(what))
            .put("usesLeft", usesLeft));
  }

  /** A hatch was taken back, or ran out. */
  public void hatchRevoked(String hatch, String reason) {
    log.append(hatch(AuditType.HATCH_REVOKED, hatch).put("reason", redactor.text(reason)));
  }

  private Draft hatch(AuditType type, String hatch) {
    return draft(type).put("hatch", redactor.name(hatch));
  }

  private Draft draft(AuditType type) {
    return new Draft(type, session, call);
  }
}
