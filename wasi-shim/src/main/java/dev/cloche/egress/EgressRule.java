package dev.cloche.egress;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One rule of egress.
 *
 * @param id what decisions call it, such as {@code network.allow[0]}; not empty
 * @param pattern the URLs it is about
 * @param methods the methods it is about; empty for all of {@link #METHODS}
 * @param privateAddress whether private addresses may be dialled; only on one exact host
 * @param credential the name of the credential to attach
 */
public record EgressRule(
    String id,
    UrlPattern pattern,
    Set<String> methods,
    boolean privateAddress,
    Optional<String> credential) {

  /**
   * All methods that there are for guests. {@code CONNECT} would make a tunnel, {@code TRACE} show
   * what the host added; others have no meaning that a rule could rely on.
   */
  public static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  public EgressRule {
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(credential, "credential");
    methods = Collections.unmodifiableSet(new TreeSet<>(methods));
    if (id.isEmpty()) {
      throw new IllegalArgumentException("a rule has no id");
    }
    for (String method : methods) {
      if (!METHODS.contains(method)) {
        throw new IllegalArgumentException(
            id + ": method " + Shown.quoted(method) + " is not one of " + new TreeSet<>(METHODS));
      }
    }
    if (privateAddress && pattern.isWildcard()) {
      throw new IllegalArgumentException(
          id + ": private addresses need an exact host, and " + pattern + " has a wildcard");
    }
  }

  /** Returns a rule about all methods, without private addresses and credential. */
  public static EgressRule of(String id, String pattern) {
    return new EgressRule(id, UrlPattern.parse(pattern), Set.of(), false, Optional.empty());
  }

  boolean matchesMethod(String method) {
    return methods.isEmpty() || methods.contains(method);
  }

  /** The rule without a say on credentials and private addresses. */
  EgressRule plain() {
    return new EgressRule(id, pattern, methods, false, Optional.empty());
  }
}
