package dev.cloche.policy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressRule;
import dev.cloche.module.GuestText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the names in a policy that a builder collects. */
public final class PolicyNames {

  private PolicyNames() {}

  /**
   * Returns the name of an environment variable.
   *
   * @throws IllegalArgumentException if it is not letters, digits and underscores
   */
  @CanIgnoreReturnValue
  public static String variable(String name) {
    return Checks.variable("environment variable", name);
  }

  /**
   * Returns the name of a credential.
   *
   * @throws IllegalArgumentException if it is not letters, digits and {@code ._-}
   */
  @CanIgnoreReturnValue
  public static String credential(String name) {
    return Checks.name("credential", name);
  }

  /**
   * Requires each credential that a rule attaches, with a place in requests, and that no rule
   * denies another whole.
   *
   * @throws PolicyException if one is not among those there are, or has none
   */
  public static void requireConsistent(
      NetworkPolicy network, Map<String, CredentialRule> credentials) {
    List<PolicyProblem> problems = new ArrayList<>();
    for (EgressLayer layer : network.rules().layers()) {
      for (EgressRule rule : layer.allow()) {
        DeadRules.deniedBy(rule, layer.deny())
            .ifPresent(id -> problems.add(PolicyProblem.of(rule.id(), DeadRules.message(id))));
      }
    }
    for (EgressRule rule : rules(network)) {
      rule.credential()
          .flatMap(name -> unattachable(name, credentials))
          .ifPresent(message -> problems.add(PolicyProblem.of(rule.id(), message)));
    }
    if (!problems.isEmpty()) {
      throw new PolicyException(problems);
    }
  }

  /**
   * Requires the credential of each lease, and that no lease is into a variable that guests see.
   *
   * @throws PolicyException if one is not among those there are, or one is
   */
  public static void requireLeases(
      NativePolicy commands, Set<String> known, Set<String> variables) {
    List<PolicyProblem> problems = new ArrayList<>();
    for (NativeLease lease : commands.leases()) {
      if (!known.contains(lease.credential())) {
        problems.add(PolicyProblem.of("native.leases", undefined(lease.credential(), known)));
      }
      leasedAndSet(lease, variables)
          .ifPresent(message -> problems.add(PolicyProblem.of("native.leases", message)));
    }
    if (!problems.isEmpty()) {
      throw new PolicyException(problems);
    }
  }

  static Optional<String> leasedAndSet(NativeLease lease, Set<String> variables) {
    return lease.place() == NativeLease.Place.ENVIRONMENT && variables.contains(lease.name())
        ? Optional.of(
            "variable "
                + GuestText.quote(lease.name())
                + " is under environment as well; it can hold one of the two")
        : Optional.empty();
  }

  /**
   * Checks that no file with a secret shows in a mount, where every guest could read it.
   *
   * @throws PolicyException if one does
   */
  public static void requireSecretsOutside(
      Map<String, CredentialRule> credentials, List<PolicyMount> mounts) {
    List<PolicyProblem> problems = new ArrayList<>();
    credentials.forEach(
        (name, rule) -> {
          if (rule.source() instanceof CredentialSource.File file
              && mounts.stream()
                  .anyMatch(mount -> real(file.path()).startsWith(real(mount.host())))) {
            problems.add(
                PolicyProblem.of(
                    "credentials." + name + ".file",
                    "the file lies inside a mount, where guests could read the secret; keep it"
                        + " outside of all mounts"));
          }
        });
    if (!problems.isEmpty()) {
      throw new PolicyException(problems);
    }
  }

  /** Links resolved as far as there is something; a file may come later. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      return path;
    }
  }

  private static List<EgressRule> rules(NetworkPolicy network) {
    return network.rules().layers().stream().flatMap(layer -> layer.allow().stream()).toList();
  }

  private static Optional<String> unattachable(
      String name, Map<String, CredentialRule> credentials) {
    @Nullable CredentialRule rule = credentials.get(name);
    if (rule == null) {
      return Optional.of(undefined(name, credentials.keySet()));
    }
    return rule.placement().isPresent() ? Optional.empty() : Optional.of(unplaced(name));
  }

  static String unplaced(String name) {
    return "credential "
        + GuestText.quote(name)
        + " has neither header nor query, so no request can carry it; give it one of them";
  }

  static String undefined(String name, Set<String> known) {
    return "credential "
        + GuestText.quote(name)
        + " is not under credentials; "
        + Suggestions.nearest(name, known)
            .map(near -> "did you mean " + near + "?")
            .orElse(known.isEmpty() ? "there are none" : "there are " + String.join(", ", known));
  }
}
