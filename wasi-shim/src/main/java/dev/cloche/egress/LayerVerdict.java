package dev.cloche.egress;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What one layer says of a request.
 *
 * @param asked whether the layer is one that a tool asks for
 * @param allowed whether it allows
 * @param explicit whether a rule matched; otherwise nothing did
 * @param rule the id of the rule that decided
 * @param reason one sentence for a person
 * @param credential of the rule that allows
 * @param privateAddress of the rule that allows
 */
record LayerVerdict(
    boolean asked,
    boolean allowed,
    boolean explicit,
    String rule,
    String reason,
    Optional<String> credential,
    boolean privateAddress) {

  private static final Comparator<EgressRule> SPECIFIC =
      Comparator.<EgressRule>comparingInt(rule -> rule.pattern().path().length())
          .thenComparing(rule -> !rule.pattern().isWildcard())
          .thenComparingInt(rule -> rule.pattern().host().length())
          .thenComparing(rule -> !rule.methods().isEmpty());

  /** Looks at all rules of the layer, whatever the first ones say. */
  static LayerVerdict of(EgressLayer layer, String method, CanonicalUrl url) {
    List<EgressRule> denying =
        layer.deny().stream()
            .filter(rule -> rule.pattern().mayMatch(url) && rule.matchesMethod(method))
            .toList();
    // Of equals the first counts; max would take the last.
    Optional<EgressRule> allowing =
        layer.allow().stream()
            .filter(rule -> rule.pattern().matches(url) && rule.matchesMethod(method))
            .min(SPECIFIC.reversed());
    NearMiss near = NearMiss.of(layer, method, url);
    String request = method + " " + url.withoutQuery();
    if (!denying.isEmpty()) {
      EgressRule rule = denying.get(0);
      return denied(layer, true, rule.id(), rule.id() + " denies " + request);
    }
    if (allowing.isEmpty()) {
      return denied(layer, false, EgressDecision.DEFAULT_RULE, near.reason(request));
    }
    EgressRule rule = allowing.get();
    return new LayerVerdict(
        layer.asked(),
        true,
        true,
        rule.id(),
        rule.id() + " allows " + request,
        rule.credential(),
        rule.privateAddress());
  }

  private static LayerVerdict denied(
      EgressLayer layer, boolean explicit, String rule, String reason) {
    return new LayerVerdict(layer.asked(), false, explicit, rule, reason, Optional.empty(), false);
  }
}
