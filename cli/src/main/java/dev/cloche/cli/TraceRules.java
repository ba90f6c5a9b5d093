package dev.cloche.cli;

import dev.cloche.cli.TraceRecords.Decision;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.UrlPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes rules of requests that were allowed: one for each origin and rule that allowed, so that
 * none is wider than the one it comes from.
 */
final class TraceRules {

  private static final String REDACTED = "[redacted]";

  private TraceRules() {}

  private record Group(String origin, String rule, boolean privateAddress, String credential) {}

  static List<EgressRule> of(List<Decision> decisions) {
    Map<Group, List<Decision>> groups = new LinkedHashMap<>();
    for (Decision one : decisions) {
      Group group = new Group(origin(one), one.rule(), one.privateAddress(), one.credential());
      groups.computeIfAbsent(group, key -> new ArrayList<>()).add(one);
    }
    List<EgressRule> rules = new ArrayList<>();
    groups.forEach((group, all) -> rules.add(rule(rules.size(), group, all)));
    return rules;
  }

  private static EgressRule rule(int index, Group group, List<Decision> all) {
    Set<String> methods = new TreeSet<>();
    String prefix = path(all.get(0));
    for (Decision one : all) {
      methods.add(one.method());
      prefix = common(prefix, path(one));
    }
    Optional<String> credential = Optional.of(group.credential()).filter(name -> !name.isEmpty());
    return new EgressRule(
        "network.allow[" + index + "]",
        UrlPattern.parse(group.origin() + prefix),
        methods,
        group.privateAddress(),
        credential);
  }

  private static int pathStart(String url) {
    return url.indexOf('/', url.indexOf("://") + 3);
  }

  private static String origin(Decision one) {
    return one.url().substring(0, pathStart(one.url()));
  }

  /** Of a path that held a secret, what stands before the segment with it. */
  private static String path(Decision one) {
    String path = one.url().substring(pathStart(one.url()));
    int hidden = path.indexOf(REDACTED);
    return hidden < 0 ? path : path.substring(0, path.lastIndexOf('/', hidden) + 1);
  }

  /** Returns the longest prefix of both that ends at the border of a segment. */
  static String common(String a, String b) {
    if (a.equals(b)) {
      return a;
    }
    int end = 0;
    while (end < Math.min(a.length(), b.length()) && a.charAt(end) == b.charAt(end)) {
      end++;
    }
    boolean whole =
        (end == a.length() && b.charAt(end) == '/') || (end == b.length() && a.charAt(end) == '/');
    return whole ? a.substring(0, end) : a.substring(0, a.lastIndexOf('/', end - 1) + 1);
  }
}
