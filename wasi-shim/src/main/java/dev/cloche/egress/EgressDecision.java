package dev.cloche.egress;

import java.util.Objects;
import java.util.Optional;

/**
 * What the rules say of one request.
 *
 * @param allowed whether it may go on
 * @param rule the id of the rule that decided, such as {@code network.allow[0]}, or {@code
 *     network.default} where none matches
 * @param reason one sentence for a person
 * @param credential the credential that the rule attaches; only if allowed
 * @param privateAddress whether the rule lets private addresses be dialled; only if allowed
 */
public record EgressDecision(
    boolean allowed,
    String rule,
    String reason,
    Optional<String> credential,
    boolean privateAddress) {

  /** The rule of a request that no rule allows. */
  public static final String DEFAULT_RULE = "network.default";

  public EgressDecision {
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(reason, "reason");
    if (!allowed && (credential.isPresent() || privateAddress)) {
      throw new IllegalArgumentException("a denial grants nothing");
    }
  }

  /** Returns a denial. */
  public static EgressDecision denied(String rule, String reason) {
    return new EgressDecision(false, rule, reason, Optional.empty(), false);
  }
}
