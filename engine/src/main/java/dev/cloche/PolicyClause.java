package dev.cloche;

import dev.cloche.egress.EgressRule;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a policy can say of a native command, in the parts that a {@link Backend} enforces or does
 * not.
 */
public enum PolicyClause {
  /** {@code native.commands}: the program that runs is the system's one of that name. */
  COMMANDS("native.commands"),
  /** {@code native.memory}: of all processes together. */
  MEMORY("native.memory"),
  /** {@code native.processes}: of all together. */
  PROCESSES("native.processes"),
  /** {@code native.cpu}. */
  CPU("native.cpu"),
  /**
   * {@code native.degraded}: less than all of memory, processes and cpu is enforced only where the
   * policy says so, and the outcome tells.
   */
  DEGRADED("native.degraded"),
  /** {@code limits.wall}: from the moment the command is handed over to the end of the last. */
  WALL("limits.wall"),
  /** {@code limits.output}: both streams together. */
  OUTPUT("limits.output"),
  /** {@code workspace.bytes}. */
  WORKSPACE_BYTES("workspace.bytes"),
  /** {@code workspace.files} and {@code workspace.depth}. */
  WORKSPACE_FILES("workspace.files"),
  /**
   * {@code workspace.mounts} and {@code workspace.protected}: what they do not let be changed is as
   * it was when the command has ended.
   */
  MOUNTS("workspace.mounts"),
  /** {@code environment}: the command sees these variables and none of the host's. */
  ENVIRONMENT("environment"),
  /**
   * {@code native.leases}: a secret is in the variable or file that is named, for the command
   * alone; on the host it is in no argument, no environment of another process and on no disk; it
   * is taken out of what the command writes to its streams.
   */
  LEASES("native.leases"),
  /** No {@code network.allow}: nothing leaves the machine, nor reaches another process of it. */
  NETWORK_NONE("network"),
  /** {@code network.allow[].url}, as far as the scheme, the host and the port. */
  NETWORK_HOSTS("network.allow"),
  /** {@code network.allow[].url} with a path. */
  NETWORK_PATHS("network.allow[].url with a path"),
  /** {@code network.allow[].methods}, unless all are named. */
  NETWORK_METHODS("network.allow[].methods"),
  /** {@code network.allow[].credential}. */
  NETWORK_CREDENTIALS("network.allow[].credential"),
  /** {@code network.deny}. */
  NETWORK_DENY("network.deny"),
  /** {@code network.requests}, {@code sent}, {@code received} and what else bounds requests. */
  NETWORK_LIMITS("network.requests");

  private static final Set<PolicyClause> ALWAYS =
      Set.of(
          COMMANDS,
          MEMORY,
          PROCESSES,
          CPU,
          DEGRADED,
          WALL,
          OUTPUT,
          WORKSPACE_BYTES,
          WORKSPACE_FILES,
          MOUNTS,
          ENVIRONMENT);

  private final String id;

  PolicyClause(String id) {
    this.id = id;
  }

  /** Returns the key of the policy, for messages. */
  public String id() {
    return id;
  }

  /** Returns what has to be enforced for a native command to run under this policy. */
  public static Set<PolicyClause> of(Policy policy) {
    Set<PolicyClause> clauses = EnumSet.copyOf(ALWAYS);
    addIf(clauses, LEASES, !policy.nativeCommands().leases().isEmpty());
    boolean closed =
        policy.network().rules().layers().stream().anyMatch(layer -> layer.allow().isEmpty());
    if (closed) {
      clauses.add(NETWORK_NONE);
      return clauses;
    }
    clauses.add(NETWORK_HOSTS);
    clauses.add(NETWORK_LIMITS);
    addIf(clauses, NETWORK_DENY, denied(policy).findAny().isPresent());
    addIf(clauses, NETWORK_PATHS, allowed(policy).anyMatch(PolicyClause::hasPath));
    addIf(clauses, NETWORK_METHODS, allowed(policy).anyMatch(PolicyClause::hasMethods));
    addIf(
        clauses,
        NETWORK_CREDENTIALS,
        allowed(policy).anyMatch(rule -> rule.credential().isPresent()));
    return clauses;
  }

  private static void addIf(Set<PolicyClause> clauses, PolicyClause clause, boolean present) {
    if (present) {
      clauses.add(clause);
    }
  }

  private static Stream<EgressRule> allowed(Policy policy) {
    return policy.network().rules().layers().stream().flatMap(layer -> layer.allow().stream());
  }

  private static Stream<EgressRule> denied(Policy policy) {
    return policy.network().rules().layers().stream().flatMap(layer -> layer.deny().stream());
  }

  private static boolean hasPath(EgressRule rule) {
    return !rule.pattern().path().equals("/");
  }

  private static boolean hasMethods(EgressRule rule) {
    return !rule.methods().isEmpty() && !rule.methods().containsAll(EgressRule.METHODS);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
