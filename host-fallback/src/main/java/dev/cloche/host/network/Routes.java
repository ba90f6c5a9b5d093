package dev.cloche.host.network;

import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a command finds the hosts that rules name. Each exact name has a loopback address of its
 * own, where the ports of its rules are listened on; so there is nothing to resolve, and no name
 * for anybody to misread. Names that a wildcard allows, and addresses, go through the proxy.
 */
public final class Routes {
  /** Where the proxy listens. */
  static final String PROXY_ADDRESS = "127.0.0.1";

  /** The customary port of HTTP proxies. */
  static final int PROXY_PORT = 3128;

  /** Names that have an address of their own; rules of more hosts than this are a mistake. */
  public static final int MAX_NAMES = 250;

  private static final String LOCALHOST = "localhost";

  private Routes() {}

  /** Returns how many names the rules allow. */
  public static int names(EgressRules rules) {
    return ports(rules).size();
  }

  /** Returns the proxy, and then each name and port once. */
  public static List<Route> of(EgressRules rules) {
    List<Route> routes = new ArrayList<>();
    routes.add(new Route(Route.Kind.PROXY, "", PROXY_PORT, PROXY_ADDRESS));
    int number = 0;
    for (var host : ports(rules).entrySet()) {
      String address = "127.1.0." + ++number;
      host.getValue()
          .forEach((port, kind) -> routes.add(new Route(kind, host.getKey(), port, address)));
    }
    return routes;
  }

  /** Each name, sorted, with its ports; a port of which rules want both is left to the proxy. */
  private static Map<String, Map<Integer, Route.Kind>> ports(EgressRules rules) {
    Map<String, Map<Integer, Route.Kind>> all = new TreeMap<>();
    Map<String, TreeSet<Integer>> both = new TreeMap<>();
    for (UrlPattern pattern : named(rules)) {
      boolean tls = pattern.scheme().equals("https");
      Route.Kind kind = tls ? Route.Kind.TLS : Route.Kind.HTTP;
      Route.Kind other =
          all.computeIfAbsent(pattern.host(), host -> new TreeMap<>()).put(pattern.port(), kind);
      if (other != null && other != kind) {
        both.computeIfAbsent(pattern.host(), host -> new TreeSet<>()).add(pattern.port());
      }
    }
    both.forEach((host, ports) -> all.getOrDefault(host, Map.of()).keySet().removeAll(ports));
    return all;
  }

  private static List<UrlPattern> named(EgressRules rules) {
    return rules.layers().stream()
        .flatMap(layer -> layer.allow().stream())
        .map(EgressRule::pattern)
        .filter(pattern -> !pattern.isWildcard() && !isAddress(pattern.host()))
        .filter(pattern -> !pattern.host().equals(LOCALHOST))
        .toList();
  }

  /** In their one form, addresses alone end in a digit or have a colon. */
  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.substring(host.lastIndexOf('.') + 1).matches("[0-9]+");
  }

  /** Returns the lines of {@code /etc/hosts} for these routes. */
  public static String hosts(List<Route> routes) {
    StringBuilder lines = new StringBuilder();
    routes.stream()
        .filter(route -> route.kind() != Route.Kind.PROXY)
        .map(route -> route.address() + " " + route.host() + "\n")
        .distinct()
        .forEach(lines::append);
    return lines.toString();
  }

  /** Returns the variables by which programs find the proxy. */
  public static Map<String, String> variables(EgressRules rules) {
    Map<String, String> variables = new LinkedHashMap<>();
    String proxy = "http://" + PROXY_ADDRESS + ":" + PROXY_PORT;
    for (String name : List.of("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")) {
      variables.put(name, proxy);
    }
    // What a command listens on itself, unless a rule means the host's.
    StringJoiner own = new StringJoiner(",");
    for (String each : List.of(LOCALHOST, PROXY_ADDRESS, "::1")) {
      if (!allows(rules, each)) {
        own.add(each);
      }
    }
    variables.put("no_proxy", own.toString());
    variables.put("NO_PROXY", own.toString());
    return variables;
  }

  private static boolean allows(EgressRules rules, String host) {
    return rules.layers().stream()
        .flatMap(layer -> layer.allow().stream())
        .anyMatch(rule -> rule.pattern().host().equals(host));
  }
}
