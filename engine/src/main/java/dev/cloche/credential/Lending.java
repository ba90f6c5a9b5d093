package dev.cloche.credential;

import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.PolicyNames;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A credential and where it may go.
 *
 * @param name what rules call it
 * @param rule where it comes from, where in a request it is put, for how long and how often
 * @param audience what the rules that name it allow; if empty, no request carries it
 * @param commands the native commands that may hold it
 */
public record Lending(
    String name, CredentialRule rule, List<Audience> audience, Set<String> commands) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it is not letters, digits and {@code ._-}
   */
  public Lending {
    PolicyNames.credential(name);
    Objects.requireNonNull(rule, "rule");
    audience = List.copyOf(audience);
    commands = Set.copyOf(commands);
  }

  /** Makes one for requests alone. */
  public Lending(String name, CredentialRule rule, List<Audience> audience) {
    this(name, rule, audience, Set.of());
  }

  /** Returns where it may go, as text: URL patterns with methods, then commands. */
  List<String> audienceText() {
    return Stream.concat(
            audience.stream().map(Audience::toString),
            commands.stream().sorted().map(command -> "command " + command))
        .toList();
  }
}
