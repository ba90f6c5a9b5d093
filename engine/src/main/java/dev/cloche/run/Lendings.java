package dev.cloche.run;

import dev.cloche.Policy;
import dev.cloche.credential.Audience;
import dev.cloche.credential.Lending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a policy lends: each credential, for what the rules and the leases that name it allow. */
final class Lendings {

  private Lendings() {}

  static List<Lending> of(Policy policy) {
    List<Lending> lendings = new ArrayList<>();
    policy
        .credentials()
        .forEach(
            (name, rule) ->
                lendings.add(
                    new Lending(name, rule, audience(policy, name), commands(policy, name))));
    return lendings;
  }

  /** The native commands that a credential is leased to. */
  static Set<String> commands(Policy policy, String name) {
    return policy.nativeCommands().leases().stream()
        .filter(lease -> lease.credential().equals(name))
        .flatMap(lease -> lease.commands().stream())
        .collect(Collectors.toCollection(TreeSet::new));
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
