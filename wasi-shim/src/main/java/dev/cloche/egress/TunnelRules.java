package dev.cloche.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What rules mean for a {@link Tunnel}, of which only the host and the port can be seen.
 *
 * <p>A tunnel may carry every method and every path. So it is allowed by a rule about {@code https}
 * that has no path and no credential, and is of all methods; and it is denied by every rule that
 * denies anything of the host.
 */
public final class TunnelRules {
  /** What decisions and records call a tunnel. */
  static final String METHOD = "CONNECT";

  private TunnelRules() {}

  /** Returns the rules of a layer as they hold for tunnels. */
  static EgressLayer narrow(EgressLayer layer) {
    List<EgressRule> allow =
        layer.allow().stream()
            .filter(rule -> isTls(rule) && isWhole(rule))
            .map(TunnelRules::ofAllMethods)
            .toList();
    List<EgressRule> deny =
        layer.deny().stream().filter(TunnelRules::isTls).map(TunnelRules::widened).toList();
    return new EgressLayer(layer.asked(), allow, deny);
  }

  /**
   * Returns what of the rules cannot be enforced on tunnels: one sentence for each rule, empty if
   * they hold as they are. A rule that denies counts where it denies a part of what is allowed.
   */
  public static List<String> unenforceable(EgressRules rules) {
    List<String> all = new ArrayList<>();
    List<UrlPattern> allowed =
        rules.layers().stream()
            .flatMap(layer -> layer.allow().stream())
            .filter(TunnelRules::isTls)
            .map(EgressRule::pattern)
            .toList();
    for (EgressLayer layer : rules.layers()) {
      layer.allow().stream().filter(TunnelRules::isTls).forEach(rule -> add(all, rule));
      layer.deny().stream()
          .filter(TunnelRules::isTls)
          .filter(rule -> allowed.stream().anyMatch(each -> overlap(each, rule.pattern())))
          .forEach(rule -> add(all, rule));
    }
    return all;
  }

  private static void add(List<String> all, EgressRule rule) {
    if (!isWhole(rule)) {
      List<String> parts =
          Stream.of(
                  rule.pattern().path().equals("/") ? "" : "path",
                  namesAllMethods(rule) ? "" : "methods",
                  rule.credential().isEmpty() ? "" : "credential")
              .filter(part -> !part.isEmpty())
              .toList();
      all.add(
          "%s (%s) names a %s, which cannot be seen in TLS that passes through unopened"
              .formatted(rule.id(), rule.pattern(), String.join(" and a ", parts)));
    }
  }

  private static boolean isTls(EgressRule rule) {
    return rule.pattern().scheme().equals("https");
  }

  private static boolean isWhole(EgressRule rule) {
    return rule.pattern().path().equals("/")
        && namesAllMethods(rule)
        && rule.credential().isEmpty();
  }

  private static boolean namesAllMethods(EgressRule rule) {
    return rule.methods().isEmpty() || rule.methods().containsAll(EgressRule.METHODS);
  }

  private static EgressRule ofAllMethods(EgressRule rule) {
    return new EgressRule(
        rule.id(), rule.pattern(), Set.of(), rule.privateAddress(), Optional.empty());
  }

  private static EgressRule widened(EgressRule rule) {
    return new EgressRule(
        rule.id(), rule.pattern().wholeOrigin(), Set.of(), false, Optional.empty());
  }

  private static boolean overlap(UrlPattern one, UrlPattern other) {
    return one.port() == other.port() && (covers(one, other) || covers(other, one));
  }

  /** Whether all or some hosts of the narrower one are hosts of the wider one. */
  private static boolean covers(UrlPattern wider, UrlPattern narrower) {
    if (!wider.isWildcard()) {
      return !narrower.isWildcard() && wider.host().equals(narrower.host());
    }
    // *.a.test is about what is below a.test, and not about a.test itself.
    String host = narrower.isWildcard() ? "." + narrower.host() : narrower.host();
    return host.endsWith("." + wider.host());
  }
}
