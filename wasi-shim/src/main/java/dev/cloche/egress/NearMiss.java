package dev.cloche.egress;

import java.util.ArrayList;
import java.util.List;

/**
 * Why no rule of a layer allows a request: the rule that comes nearest, and what it would take.
 *
 * @param asked whether the layer is one that a tool asks for
 * @param rule the id of the nearest rule, empty if none is about the host
 * @param wanted what the rule wants instead
 */
record NearMiss(boolean asked, String rule, List<String> wanted) {

  static NearMiss of(EgressLayer layer, String method, CanonicalUrl url) {
    NearMiss nearest = new NearMiss(layer.asked(), "", List.of());
    for (EgressRule rule : layer.allow()) {
      List<String> wanted = wanted(rule, method, url);
      boolean nearer = nearest.rule.isEmpty() || wanted.size() < nearest.wanted.size();
      if (rule.pattern().matchesHost(url) && nearer) {
        nearest = new NearMiss(layer.asked(), rule.id(), wanted);
      }
    }
    return nearest;
  }

  private static List<String> wanted(EgressRule rule, String method, CanonicalUrl url) {
    UrlPattern pattern = rule.pattern();
    List<String> wanted = new ArrayList<>();
    if (!pattern.scheme().equals(url.scheme())) {
      wanted.add("scheme " + pattern.scheme());
    }
    if (pattern.port() != url.port()) {
      wanted.add("port " + pattern.port());
    }
    if (!pattern.matchesPath(url)) {
      wanted.add("a path in " + pattern.path());
    }
    if (!rule.matchesMethod(method)) {
      wanted.add("method " + String.join(" or ", rule.methods()));
    }
    return wanted;
  }

  /** One sentence for a person. */
  String reason(String request) {
    String who = asked ? "the tool does not ask for " : "no rule allows ";
    return rule.isEmpty()
        ? who + request
        : who + request + "; " + rule + " would with " + String.join(" and ", wanted);
  }
}
