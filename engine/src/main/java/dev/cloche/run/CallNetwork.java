package dev.cloche.run;

import dev.cloche.Capabilities;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import dev.cloche.credential.CallLeases;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.Patience;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call's way out: by the session's policy, as far as the tool asks for it, and by the hatches
 * that the call brings. Requests are counted for the call here, for the budget by the session.
 * Requests come from the guest's thread, {@link #reconsider} from any.
 */
final class CallNetwork implements Egress {

  private final SessionNetwork session;
  private final UnaryOperator<Policy> narrow;
  private final CallLeases leases;
  private final CountedRequests observer;
  private final UrlHatches hatches;
  private volatile EgressRules rules;
  private @Nullable HttpEgress egress;

  CallNetwork(
      SessionNetwork session,
      UnaryOperator<Policy> narrow,
      CallLeases leases,
      EgressObserver observer,
      UrlHatches hatches) {
    this.session = session;
    this.narrow = narrow;
    this.leases = leases;
    this.observer = new CountedRequests(observer);
    this.hatches = hatches;
    this.rules = narrow.apply(session.policy()).network().rules();
  }

  /** Returns the way out of a planned call of a session. */
  static CallNetwork of(SessionCore session, String id, Plan plan, EgressObserver records) {
    Tool tool = plan.tool();
    Capabilities asked =
        tool.manifest().map(ToolManifest::capabilities).orElseGet(Capabilities::all);
    CallLeases leases = session.leases().forCall(id, tool.name());
    UrlHatches hatches = new UrlHatches(session.hatches(), id, plan.call().hatches());
    return session.network().forCall(asked::narrow, leases, records, hatches);
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
    EgressDecision decision = rules.decide(request.method(), url);
    return decision.allowed()
        ? Optional.empty()
        : hatches.open(session, observer, rules, new UrlHatches.Asked(request, url), patience);
  }

  private synchronized HttpEgress egress() {
    HttpEgress open = egress;
    if (open == null) {
      open = session.open(rules, leases, observer);
      egress = open;
    }
    return open;
  }

  /** Another policy holds now. */
  synchronized void reconsider(Policy policy) {
    rules = narrow.apply(policy).network().rules();
    if (egress != null) {
      egress.replaceRules(rules);
    }
  }

  /** What this call has sent and received. */
  @Override
  public EgressUsage usage() {
    return observer.usage();
  }

  @Override
  public synchronized void close() {
    session.ended(this);
    if (egress != null) {
      egress.close();
    }
    hatches.close();
    leases.close();
  }
}
