package dev.cloche.credential;

import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.PolicyNames;
import java.util.List;
import java.util.Objects;

/**
 * A credential and where it may go.
 *
 * @param name what rules call it
 * @param rule where it comes from, where in a request it is put, for how long and how often
 * @param audience what the rules that name it allow; if empty, it goes nowhere
 */
public record Lending(String name, CredentialRule rule, List<Audience> audience) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it is not letters, digits and {@code ._-}
   */
  public Lending {
    PolicyNames.credential(name);
    Objects.requireNonNull(rule, "rule");
    audience = List.copyOf(audience);
  }
}
