package dev.cloche.run;

import dev.cloche.Policy;
import dev.cloche.credential.Audience;
import dev.cloche.credential.Lending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a policy lends: each credential, for what the rules that name it allow. */
final class Lendings {

  private Lendings() {}

  static List<Lending> of(Policy policy) {
    List<Lending> lendings = new ArrayList<>();
    policy
        .credentials()
        .forEach((name, rule) -> lendings.add(new Lending(name, rule, audience(policy, name))));
    return lendings;
  }

  /** What the rules that name a credential allow. */
  static List<Audience> audience(Policy policy, String name) {
    return policy.network().rules().layers().stream()
        .flatMap(layer -> layer.allow().stream())
        .filter(rule -> rule.credential().equals(Optional.of(name)))
        .map(Audience::of)
        .toList();
  }
}
