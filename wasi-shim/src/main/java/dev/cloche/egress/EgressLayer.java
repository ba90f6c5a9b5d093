package dev.cloche.egress;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One layer of {@link EgressRules}: the rules of one policy, or those that a tool asks for.
 *
 * @param asked whether a tool asks for it; otherwise it is a policy
 * @param allow the rules that allow, in the order of the document
 * @param deny the rules that deny; each beats all that allow
 */
public record EgressLayer(boolean asked, List<EgressRule> allow, List<EgressRule> deny) {
  public EgressLayer {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    Set<String> ids = new HashSet<>();
    for (EgressRule rule : allow) {
      requireOnce(ids, rule);
    }
    for (EgressRule rule : deny) {
      requireOnce(ids, rule);
      if (rule.privateAddress() || rule.credential().isPresent()) {
        throw new IllegalArgumentException(
            rule.id() + ": a rule that denies has no credential and no private addresses");
      }
    }
  }

  // What a record is given for these is made at its first use, by code that is made as well: 20 ms
  // of a cold JVM's first call, which joins the layers of a policy and of a tool.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EgressLayer layer
        && asked == layer.asked
        && allow.equals(layer.allow)
        && deny.equals(layer.deny);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Boolean.hashCode(asked) + allow.hashCode()) + deny.hashCode();
  }

  @Override
  public String toString() {
    return "EgressLayer[asked=" + asked + ", allow=" + allow + ", deny=" + deny + "]";
  }

  private static void requireOnce(Set<String> ids, EgressRule rule) {
    if (!ids.add(rule.id())) {
      throw new IllegalArgumentException("rule id " + Shown.quoted(rule.id()) + " is there twice");
    }
  }
}
