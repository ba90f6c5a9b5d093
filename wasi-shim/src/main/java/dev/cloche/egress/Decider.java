package dev.cloche.egress;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Decides on hops by the rules as they are, tells the observer, and counts what is allowed.
 * Thread-safe.
 */
final class Decider {
  /** The rule of a request that is not even one to decide on. */
  static final String MALFORMED_RULE = "network.malformed";

  private final AtomicReference<Ruling> ruling;
  private final EgressObserver observer;
  private final Budget budget;

  Decider(EgressRules rules, EgressObserver observer, Budget budget) {
    this(rules, observer, budget, 0);
  }

  Decider(EgressRules rules, EgressObserver observer, Budget budget, long generation) {
    this.ruling = new AtomicReference<>(new Ruling(rules, generation));
    this.observer = observer;
    this.budget = budget;
  }

  /** Rules, and how many there were before. */
  record Ruling(EgressRules rules, long generation) {}

  Ruling current() {
    return ruling.get();
  }

  /** From now on other rules hold. */
  void replace(EgressRules rules) {
    ruling.updateAndGet(old -> new Ruling(rules, old.generation() + 1));
  }

  /** Reads the URL of a request and checks its headers; tells the observer if they will not do. */
  Asked read(FetchRequest request) throws EgressException {
    String shown = request.url();
    try {
      CanonicalUrl url = CanonicalUrl.parse(request.url());
      shown = url.toString();
      return new Asked(request.method(), url, HeaderFilter.check(request.headers()));
    } catch (EgressException e) {
      denied(request.method(), shown, MALFORMED_RULE, e);
      throw e;
    }
  }

  /** A request that can be decided on. */
  record Asked(String method, CanonicalUrl url, List<Header> headers) {}

  /** Tells the observer of a decision, and counts the request if it is allowed. */
  void enforce(String method, CanonicalUrl url, EgressDecision decision) throws EgressException {
    observer.decided(method, url.toString(), decision);
    if (!decision.allowed()) {
      throw new EgressException(EgressException.Kind.DENIED, decision.rule(), decision.reason());
    }
    budget.request();
  }

  /** Tells the observer that what was allowed is denied after all. */
  void denied(Asked asked, String rule, EgressException why) {
    denied(asked.method(), asked.url().toString(), rule, why);
  }

  private void denied(String method, String url, String rule, EgressException why) {
    String named = why.rule().isEmpty() ? rule : why.rule();
    observer.decided(method, url, EgressDecision.denied(named, String.valueOf(why.getMessage())));
  }
}
