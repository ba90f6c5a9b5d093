package dev.cloche.policy;

import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import dev.cloche.module.GuestText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes a part of a policy of the mapping under {@code network}. */
final class NetworkReader {

  /** What an allowing rule is about that names no methods: those that only read. */
  static final Set<String> DEFAULT_METHODS = Set.of("GET", "HEAD");

  /** All of them are looked at for every request. */
  static final int MAX_RULES = 1_000;

  private final Section at;
  private final EgressLimits start;
  private final Map<String, Optional<CredentialRule>> credentials;

  /**
   * Makes one.
   *
   * @param credentials what rules may attach, empty where that has problems of its own
   */
  NetworkReader(Section at, EgressLimits start, Map<String, Optional<CredentialRule>> credentials) {
    this.at = at;
    this.start = start;
    this.credentials = credentials;
  }

  Optional<NetworkPolicy> read() {
    List<EgressRule> deny = new ArrayList<>();
    for (Section rule : at.sections("deny")) {
      pattern(rule)
          .flatMap(url -> rule(rule, url, methods(rule, Set.of()), false, Optional.empty()))
          .ifPresent(deny::add);
    }
    List<EgressRule> allow = new ArrayList<>();
    for (Section rule : at.sections("allow")) {
      allowing(rule).filter(made -> isAlive(rule, made, deny)).ifPresent(allow::add);
    }
    if (allow.size() + deny.size() > MAX_RULES) {
      at.problem("has more than " + MAX_RULES + " rules");
    }
    EgressLimits limits = DocumentParts.egressLimits(at, start);
    return at.make(() -> new NetworkPolicy(EgressRules.of(allow, deny), limits));
  }

  private Optional<EgressRule> allowing(Section rule) {
    Set<String> methods = methods(rule, DEFAULT_METHODS);
    Optional<String> credential = rule.text("credential", this::credential);
    boolean privateAddress = rule.truth("private").orElse(false);
    return pattern(rule).flatMap(url -> rule(rule, url, methods, privateAddress, credential));
  }

  private static Optional<EgressRule> rule(
      Section at,
      UrlPattern url,
      Set<String> methods,
      boolean privateAddress,
      Optional<String> credential) {
    return at.make(() -> new EgressRule(at.path(), url, methods, privateAddress, credential));
  }

  private static Optional<UrlPattern> pattern(Section rule) {
    return rule.required("url").flatMap(key -> rule.text(key, UrlPattern::parse));
  }

  static Set<String> methods(Section rule, Set<String> otherwise) {
    if (!rule.has("methods")) {
      return otherwise;
    }
    Set<String> methods = new TreeSet<>(rule.each("methods", NetworkReader::method));
    if (rule.isEmptyList("methods")) {
      rule.problem(
          "methods", "is empty, so that the rule says nothing; name methods or leave it out");
    }
    return methods;
  }

  private static String method(String text) {
    if (!EgressRule.METHODS.contains(text)) {
      throw new IllegalArgumentException(
          "unknown method "
              + GuestText.quote(text)
              + "; there are "
              + String.join(", ", new TreeSet<>(EgressRule.METHODS)));
    }
    return text;
  }

  private String credential(String name) {
    if (!credentials.containsKey(name)) {
      throw new IllegalArgumentException(PolicyNames.undefined(name, credentials.keySet()));
    }
    if (isUnplaced(name)) {
      throw new IllegalArgumentException(PolicyNames.unplaced(name));
    }
    return name;
  }

  private boolean isUnplaced(String name) {
    return Objects.requireNonNull(credentials.get(name), "read before")
        .filter(rule -> rule.placement().isEmpty())
        .isPresent();
  }

  private static boolean isAlive(Section at, EgressRule rule, List<EgressRule> deny) {
    Optional<String> denying = DeadRules.deniedBy(rule, deny);
    denying.ifPresent(id -> at.problem(DeadRules.message(id)));
    return denying.isEmpty();
  }
}
