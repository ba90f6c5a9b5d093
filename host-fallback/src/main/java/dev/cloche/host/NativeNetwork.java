package dev.cloche.host;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.TunnelRules;
import dev.cloche.host.network.Route;
import dev.cloche.host.network.Routes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a native command may reach: rules, and the egress that enforces them, records what it
 * decides, and dials. A command that may reach nothing has a network namespace of its own.
 *
 * <p>One that may reach something finds a proxy on a loopback address, in {@code http_proxy} and
 * {@code https_proxy}, and each name of its rules on a loopback address of its own, in {@code
 * /etc/hosts}. There is no other route, and no resolver. Plain HTTP is decided in full, like the
 * requests of other tools. TLS is the command's own: the host that it names has to be the one that
 * was decided on, and what is inside is not seen.
 *
 * <p>Immutable, and as thread-safe as its egress.
 */
public final class NativeNetwork {
  private static final NativeNetwork NONE = new NativeNetwork(EgressRules.none(), Egress.denying());

  private final EgressRules rules;
  private final Egress egress;
  private final boolean none;

  private NativeNetwork(EgressRules rules, Egress egress) {
    this.rules = Objects.requireNonNull(rules, "rules");
    this.egress = Objects.requireNonNull(egress, "egress");
    this.none = rules.layers().stream().anyMatch(layer -> layer.allow().isEmpty());
  }

  /** Returns a network that reaches nothing. */
  public static NativeNetwork none() {
    return NONE;
  }

  /**
   * Returns a network by these rules.
   *
   * @param rules what may be reached: those of the plan of a call
   * @param egress decides by the same rules or by fewer; the caller's to close, after the command
   */
  public static NativeNetwork of(EgressRules rules, Egress egress) {
    return new NativeNetwork(rules, egress);
  }

  /**
   * Returns what of rules cannot be enforced on a native command, one sentence each: of TLS,
   * neither path nor method can be seen, and no credential put into it. A command with such rules
   * is refused.
   */
  public static List<String> unenforceable(EgressRules rules) {
    return TunnelRules.unenforceable(rules);
  }

  /** Whether nothing can be reached, whatever the egress says. */
  boolean isNone() {
    return none;
  }

  Egress egress() {
    return egress;
  }

  /**
   * Refuses rules that cannot be enforced.
   *
   * @throws RefusedException with the first reason
   */
  void requireEnforceable() {
    if (isNone()) {
      return;
    }
    List<String> reasons = unenforceable(rules);
    if (!reasons.isEmpty()) {
      throw new RefusedException(NativeRefusal.NETWORK, reasons.get(0));
    }
    int names = Routes.names(rules);
    if (names > Routes.MAX_NAMES) {
      throw new RefusedException(
          NativeRefusal.NETWORK,
          "the rules name %d hosts; at most %d are allowed".formatted(names, Routes.MAX_NAMES));
    }
  }

  List<Route> routes() {
    return isNone() ? List.of() : Routes.of(rules);
  }

  /** Returns the command with the variables by which programs find the proxy; its own win. */
  NativeCommand dress(NativeCommand command) {
    if (isNone()) {
      return command;
    }
    Map<String, String> variables = new TreeMap<>(Routes.variables(rules));
    variables.putAll(command.environment());
    return command.withEnvironment(variables);
  }
}
