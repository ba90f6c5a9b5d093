package dev.cloche.cli;

import dev.cloche.Policy;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressRule;
import dev.cloche.policy.Explanation;
import dev.cloche.policy.PolicyMount;
import dev.cloche.workspace.Access;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the probe tries under a policy, and what the policy says of each. */
record ReachTargets(Policy policy) {

  static final String ALLOWED = "allowed";
  private static final String DENIED = "denied";
  private static final String BOTH = "read and write";

  /** Of the host, wherever no mount shows something there. */
  private static final List<String> HOST_PATHS =
      List.of("/etc/passwd", "/proc/self/environ", "/root/.ssh", "/../etc/passwd");

  /** Denied whatever a policy says. */
  private static final List<String> NEVER =
      List.of(
          "http://169.254.169.254/latest/meta-data/",
          "http://[fd00:ec2::254]/",
          "http://metadata.google.internal/");

  /** Denied unless a policy names them. */
  private static final List<String> UNLESS_NAMED =
      List.of(
          "http://localhost/",
          "http://127.0.0.1:22/",
          "http://127.0.0.1:8080/",
          "http://[::1]/",
          "http://10.0.0.1/",
          "https://example.org/");

  /** Returns what is tried by name, each with what the policy says. */
  Map<String, String> expected() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("path /", path("/").map(ReachTargets::mode).orElse(BOTH));
    policy.workspace().mounts().forEach(mount -> all.put("path " + mount.at(), mode(mount)));
    HOST_PATHS.stream()
        .filter(path -> path(path.replace("/..", "")).isEmpty())
        .forEach(path -> all.put("path " + path, "nothing"));
    for (EgressLayer layer : policy.network().rules().layers()) {
      layer.allow().forEach(rule -> putRule(all, rule));
    }
    UNLESS_NAMED.forEach(url -> putUrl(all, "GET", url));
    NEVER.forEach(url -> all.put("request GET " + url, DENIED));
    return all;
  }

  private void putRule(Map<String, String> all, EgressRule rule) {
    String url = probed(rule);
    new TreeSet<>(EgressRule.METHODS).forEach(method -> putUrl(all, method, url));
  }

  private void putUrl(Map<String, String> all, String method, String url) {
    boolean allowed = Explanation.ofUrl(policy, method, url).allowed();
    all.put("request " + method + " " + url, allowed ? ALLOWED : DENIED);
  }

  private Optional<PolicyMount> path(String path) {
    return policy.workspace().mounts().stream()
        .filter(
            mount ->
                mount.at().equals("/")
                    || path.equals(mount.at())
                    || path.startsWith(mount.at() + "/"))
        .findFirst();
  }

  private static String mode(PolicyMount mount) {
    return mount.mode() == Access.OVERLAY ? BOTH : "read";
  }

  /** Returns what the probe finds without being told. */
  Map<String, String> ambient() {
    Map<String, String> all = new LinkedHashMap<>();
    policy.environment().keySet().forEach(name -> all.put("variable " + name, "set"));
    all.put("clock resolution", "coarse");
    return all;
  }

  /**
   * One credential of one rule, and the request that shows whether it is attached.
   *
   * @param expected what the policy says of that request
   */
  record CredentialUse(
      String credential, String method, String url, String scope, String expected) {

    /** Returns what a request was given. */
    String found(List<TraceRecords.Decision> allowed) {
      return attached(
          allowed.stream()
              .anyMatch(
                  one ->
                      one.method().equals(method)
                          && one.url().equals(url)
                          && one.credential().equals(credential)));
    }
  }

  private static String attached(boolean yes) {
    return yes ? "attached" : "not attached";
  }

  /** Returns where each credential goes. */
  List<CredentialUse> credentials() {
    List<CredentialUse> all = new ArrayList<>();
    for (EgressLayer layer : policy.network().rules().layers()) {
      for (EgressRule rule : layer.allow()) {
        rule.credential().ifPresent(name -> all.add(use(rule, name)));
      }
    }
    return all;
  }

  /** Another rule may be nearer to the request than the one that it is made of. */
  private CredentialUse use(EgressRule rule, String name) {
    Set<String> methods = new TreeSet<>(rule.methods());
    String method = methods.isEmpty() ? "GET" : methods.iterator().next();
    try {
      CanonicalUrl url = CanonicalUrl.parse(probed(rule));
      EgressDecision decision = policy.network().rules().decide(method, url);
      boolean attached =
          decision.allowed() && decision.credential().filter(name::equals).isPresent();
      String scope = name + " to " + rule.pattern() + " " + methods;
      return new CredentialUse(name, method, url.withoutQuery(), scope, attached(attached));
    } catch (EgressException malformed) {
      throw new IllegalStateException("a rule's pattern is a URL", malformed);
    }
  }

  private static String probed(EgressRule rule) {
    return rule.pattern().toString().replace("*.", "probe.");
  }
}
