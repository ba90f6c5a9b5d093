package dev.cloche.policy;

import dev.cloche.egress.EgressRule;
import dev.cloche.egress.UrlPattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds rules that allow nothing, since another denies all of it: a grant that is none. */
final class DeadRules {

  private DeadRules() {}

  /** Returns the id of a rule that denies all that {@code rule} allows. */
  static Optional<String> deniedBy(EgressRule rule, List<EgressRule> deny) {
    return deny.stream()
        .filter(denying -> covers(denying.methods(), rule.methods()))
        .filter(denying -> covers(denying.pattern(), rule.pattern()))
        .map(EgressRule::id)
        .findFirst();
  }

  static String message(String id) {
    return "can never allow anything, since " + id + " denies all of it";
  }

  private static boolean covers(Set<String> denied, Set<String> allowed) {
    return denied.isEmpty() || denied.containsAll(allowed.isEmpty() ? EgressRule.METHODS : allowed);
  }

  private static boolean covers(UrlPattern a, UrlPattern b) {
    return a.scheme().equals(b.scheme())
        && a.port() == b.port()
        && coversHost(a, b)
        && (b.path().equals(a.path())
            || b.path().startsWith(a.path().endsWith("/") ? a.path() : a.path() + "/"));
  }

  private static boolean coversHost(UrlPattern a, UrlPattern b) {
    return a.isWildcard()
        ? (b.isWildcard() && b.host().equals(a.host())) || b.host().endsWith("." + a.host())
        : !b.isWildcard() && b.host().equals(a.host());
  }
}
