package dev.cloche.credential;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.UrlPattern;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a credential may be sent: what one rule that names it allows.
 *
 * @param pattern the URLs
 * @param methods the methods; empty for all that rules know
 */
public record Audience(UrlPattern pattern, Set<String> methods) {

  public Audience {
    Objects.requireNonNull(pattern, "pattern");
    methods = Set.copyOf(methods);
  }

  /** Returns the audience of a rule. */
  public static Audience of(EgressRule rule) {
    return new Audience(rule.pattern(), rule.methods());
  }

  boolean covers(String method, CanonicalUrl url) {
    Set<String> covered = methods.isEmpty() ? EgressRule.METHODS : methods;
    return covered.contains(method) && pattern.matches(url);
  }

  /** The pattern, and the methods if not all. */
  @Override
  public String toString() {
    return methods.isEmpty() ? pattern.toString() : pattern + " " + new TreeSet<>(methods);
  }
}
