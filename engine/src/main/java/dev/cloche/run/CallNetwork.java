package dev.cloche.run;

import dev.cloche.Capabilities;
import dev.cloche.HatchOperation.ExtraUrl;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.credential.CallLeases;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Ends;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.Patience;
import dev.cloche.egress.Tunnel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call's way out: by its plan, as far as the session's policy still allows it, and by the
 * hatches that the call brings. Another policy takes away from a call that runs and never adds:
 * what its gate allowed was the plan. Requests are counted for the call here, for the budget by the
 * session. Requests come from the guest's thread, {@link #reconsider} from any.
 */
final class CallNetwork implements Egress {

  private final SessionNetwork session;
  private final Plan plan;
  private final CallLeases leases;
  private final CountedRequests observer;
  private final UrlHatches hatches;
  private EgressRules rules;
  private @Nullable HttpEgress egress;

  CallNetwork(
      SessionNetwork session,
      Plan plan,
      CallLeases leases,
      EgressObserver observer,
      UrlHatches hatches) {
    this.session = session;
    this.plan = plan;
    this.leases = leases;
    this.observer = new CountedRequests(observer);
    this.hatches = hatches;
    this.rules = plan.policy().network().rules();
  }

  /**
   * Returns the way out of a planned call of a session.
   *
   * @param policy the session's when the call was planned
   */
  static CallNetwork of(
      SessionCore session, String id, Policy policy, Plan plan, EgressObserver records) {
    CallLeases leases = session.leases().forCall(id, plan.tool().name());
    UrlHatches hatches = new UrlHatches(session.hatches(), id, plan.call().hatches());
    CallNetwork network = new CallNetwork(session.network(), plan, leases, records, hatches);
    session.network().register(network, policy);
    return network;
  }

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    Egress brought = session.brought();
    if (brought != null) {
      return brought.open(request, patience);
    }
    Optional<Exchange> hatched = throughHatch(request, patience);
    return hatched.isPresent() ? hatched.get() : egress().open(request, patience);
  }

  /** No hatch opens a tunnel: what it is for is a URL, of which a tunnel shows the host alone. */
  @Override
  public Tunnel tunnel(String authority, Patience patience) throws EgressException {
    Egress brought = session.brought();
    return (brought != null ? brought : egress()).tunnel(authority, patience);
  }

  /** A hatch opens what no rule allows; what a rule denies stays denied. */
  private Optional<Exchange> throughHatch(FetchRequest request, Patience patience)
      throws EgressException {
    if (hatches.isEmpty()) {
      return Optional.empty();
    }
    CanonicalUrl url;
    try {
      url = CanonicalUrl.parse(request.url());
    } catch (EgressException malformed) {
      return Optional.empty();
    }
    EgressDecision decision = rules().decide(request.method(), url);
    return decision.allowed()
        ? Optional.empty()
        : hatches.open(this::hatchWay, new UrlHatches.Asked(request, url), patience);
  }

  private synchronized EgressRules rules() {
    return rules;
  }

  /** Under the lock of {@link #reconsider}: rules that change meanwhile reach the new way. */
  private synchronized UrlHatches.Way hatchWay(ExtraUrl operation) {
    return hatches.way(session, observer, rules, operation);
  }

  private synchronized HttpEgress egress() {
    HttpEgress open = egress;
    if (open == null) {
      open = session.open(rules, leases, observer);
      egress = open;
    }
    return open;
  }

  /**
   * The session's policy changed. It is read under the lock, so that of two changes the later one
   * holds.
   */
  synchronized void reconsider() {
    EgressRules now = Capabilities.of(plan.tool()).narrow(session.policy()).network().rules();
    rules = plan.policy().network().rules().and(now);
    if (egress != null) {
      egress.replaceRules(rules);
    }
    hatches.reconsider(rules);
  }

  /** The leases of this call. */
  CallLeases leases() {
    return leases;
  }

  /** What this call has sent and received. */
  @Override
  public EgressUsage usage() {
    return observer.usage();
  }

  /** Ends all of it, also where the end of a request cannot be recorded. */
  @Override
  public synchronized void close() {
    session.ended(this);
    List<Runnable> ends = new ArrayList<>();
    if (egress != null) {
      ends.add(egress::close);
    }
    ends.add(hatches::close);
    ends.add(leases::close);
    Ends.run(ends);
  }
}
