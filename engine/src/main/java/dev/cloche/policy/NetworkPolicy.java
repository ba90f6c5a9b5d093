package dev.cloche.policy;

import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import java.time.Duration;
import java.util.Objects;

/**
 * What may leave the machine.
 *
 * @param rules which requests are allowed
 * @param limits how much a session may send and receive
 */
public record NetworkPolicy(EgressRules rules, EgressLimits limits) {
  /** Checks that both are there. */
  public NetworkPolicy {
    Objects.requireNonNull(rules, "rules");
    limits = inMilliseconds(limits);
    if (rules.layers().stream().anyMatch(layer -> layer.allow().isEmpty())) {
      // Of what allows nothing there is one form, so that an intersection with it can be written.
      rules = EgressRules.none();
    } else if (rules.layers().size() == 1 && !rules.layers().get(0).asked()) {
      rules = named(rules.layers().get(0));
    }
    Objects.requireNonNull(limits, "limits");
  }

  /** An allowing rule about all methods names them, since in a document none means fewer. */
  private static EgressRules named(EgressLayer layer) {
    return EgressRules.of(layer.allow().stream().map(NetworkPolicy::named).toList(), layer.deny());
  }

  private static EgressRule named(EgressRule rule) {
    return rule.methods().isEmpty()
        ? new EgressRule(
            rule.id(), rule.pattern(), EgressRule.METHODS, rule.privateAddress(), rule.credential())
        : rule;
  }

  /** Documents say milliseconds; less is cut off, so that what is enforced can be written. */
  private static EgressLimits inMilliseconds(EgressLimits limits) {
    return new EgressLimits(
        limits.requests(),
        limits.sentBytes(),
        limits.receivedBytes(),
        limits.responseBytes(),
        limits.expansion(),
        limits.headerBytes(),
        limits.redirects(),
        Duration.ofMillis(limits.connect().toMillis()));
  }

  /** Returns a policy that allows no request. */
  public static NetworkPolicy closed(EgressLimits limits) {
    return new NetworkPolicy(EgressRules.none(), limits);
  }

  /** Returns what both allow. */
  public NetworkPolicy and(NetworkPolicy other) {
    return new NetworkPolicy(rules.and(other.rules), limits.and(other.limits));
  }
}
