package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Policy;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressException;
import dev.cloche.testkit.Policies;
import dev.cloche.workspace.Access;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What two policies allow together: never more than each, in whatever order. */
@Tag("one-jdk")
@net.jqwik.api.Tag("one-jdk")
class PolicyIntersectionTest {

  private static final List<String> URLS =
      List.of(
          "https://a.example.com/",
          "https://a.example.com/v1/x",
          "https://b.example.com/v1/x",
          "https://c.example.com/",
          "http://a.example.com:8080/",
          "https://example.com/");

  @Provide
  Arbitrary<Policy> policies() {
    return Policies.values();
  }

  @Property(tries = 300)
  void and_isCommutative(@ForAll("policies") Policy a, @ForAll("policies") Policy b) {
    assertEquals(a.and(b), b.and(a));
    assertEquals(a.and(b).digest(), b.and(a).digest());
  }

  @Property(tries = 300)
  void and_isIdempotent(@ForAll("policies") Policy a) {
    assertEquals(a, a.and(a));
  }

  @Property(tries = 300)
  void and_isAssociative(
      @ForAll("policies") Policy a, @ForAll("policies") Policy b, @ForAll("policies") Policy c) {
    assertEquals(a.and(b).and(c), a.and(b.and(c)));
  }

  /** The model asks each policy on its own, with no thought of how they are joined. */
  @Property(tries = 300)
  void and_allowsNothingThatOneDoesNot(@ForAll("policies") Policy a, @ForAll("policies") Policy b) {
    Policy both = a.and(b);
    for (Policy one : List.of(a, b)) {
      assertLimitsWithin(both, one);
      assertFilesWithin(both, one);
      assertTrue(one.environment().entrySet().containsAll(both.environment().entrySet()));
      assertTrue(one.credentials().entrySet().containsAll(both.credentials().entrySet()));
      assertTrue(one.nativeCommands().commands().containsAll(both.nativeCommands().commands()));
      assertLeasesWithin(both, one);
      assertTrue(one.nativeCommands().degraded() || !both.nativeCommands().degraded());
      assertToolsWithin(both, one);
      URLS.forEach(url -> assertRequestWithin(both, one, url));
    }
  }

  /** Narrow, and not empty: what both allow in the same words stays. */
  @Property(tries = 300)
  void and_keepsWhatBothAllow(@ForAll("policies") Policy a, @ForAll("policies") Policy b) {
    Policy both = a.and(b);
    for (String tool : Policies.TOOLS) {
      for (String digest : List.of("1".repeat(64), "2".repeat(64))) {
        assertEquals(
            permits(a, tool, digest) && permits(b, tool, digest), permits(both, tool, digest));
      }
    }
    for (NativeLease lease : a.nativeCommands().leases("git")) {
      boolean theirs = b.nativeCommands().leases("git").stream().anyMatch(lease::isLike);
      String name = lease.credential();
      boolean same = Objects.equals(a.credentials().get(name), b.credentials().get(name));
      assertEquals(
          theirs && same, both.nativeCommands().leases("git").stream().anyMatch(lease::isLike));
    }
    for (String url : URLS) {
      EgressDecision one = decide(a, "GET", url);
      EgressDecision other = decide(b, "GET", url);
      if (one.allowed() && other.allowed() && one.credential().equals(other.credential())) {
        assertTrue(decide(both, "GET", url).allowed(), url);
      }
    }
  }

  /** A command gets no secret that it would not get under each, and of the same credential. */
  private static void assertLeasesWithin(Policy both, Policy one) {
    for (String command : List.of("git", "bash", "python3")) {
      for (NativeLease lease : both.nativeCommands().leases(command)) {
        assertTrue(one.nativeCommands().leases(command).stream().anyMatch(lease::isLike));
        assertEquals(
            one.credentials().get(lease.credential()), both.credentials().get(lease.credential()));
      }
    }
  }

  private static void assertLimitsWithin(Policy both, Policy one) {
    assertTrue(both.limits().fuel() <= one.limits().fuel());
    assertTrue(both.limits().wall().compareTo(one.limits().wall()) <= 0);
    assertTrue(both.limits().memoryBytes() <= one.limits().memoryBytes());
    assertTrue(both.limits().outputBytes() <= one.limits().outputBytes());
    assertTrue(both.workspace().limits().bytes() <= one.workspace().limits().bytes());
    assertTrue(both.workspace().limits().nodes() <= one.workspace().limits().nodes());
    assertTrue(both.workspace().limits().depth() <= one.workspace().limits().depth());
    assertEquals(both.network().limits(), both.network().limits().and(one.network().limits()));
    assertTrue(both.nativeCommands().memoryBytes() <= one.nativeCommands().memoryBytes());
    assertTrue(both.nativeCommands().processes() <= one.nativeCommands().processes());
    assertTrue(both.nativeCommands().cpuPercent() <= one.nativeCommands().cpuPercent());
  }

  private static void assertFilesWithin(Policy both, Policy one) {
    Set<String> names = new TreeSet<>(both.workspace().protectedNames().patterns());
    assertTrue(names.containsAll(one.workspace().protectedNames().patterns()));
    for (PolicyMount mount : both.workspace().mounts()) {
      assertTrue(
          one.workspace().mounts().stream()
              .anyMatch(
                  other ->
                      other.host().equals(mount.host())
                          && other.at().equals(mount.at())
                          && (other.mode() == Access.OVERLAY || mount.mode() == Access.READ)));
    }
  }

  private static void assertToolsWithin(Policy both, Policy one) {
    for (String name : List.of("js", "jq", "other")) {
      for (String digest : List.of("1".repeat(64), "2".repeat(64))) {
        assertTrue(!permits(both, name, digest) || permits(one, name, digest));
      }
    }
  }

  private static boolean permits(Policy policy, String name, String digest) {
    return policy.tools().map(tools -> tools.permits(name, digest)).orElse(true);
  }

  private static void assertRequestWithin(Policy both, Policy one, String url) {
    for (String method : List.of("GET", "POST", "DELETE")) {
      EgressDecision together = decide(both, method, url);
      EgressDecision alone = decide(one, method, url);
      assertTrue(!together.allowed() || alone.allowed(), url);
      assertTrue(!together.privateAddress() || alone.privateAddress(), url);
    }
  }

  private static EgressDecision decide(Policy policy, String method, String url) {
    try {
      return policy.network().rules().decide(method, CanonicalUrl.parse(url));
    } catch (EgressException e) {
      throw new AssertionError(e);
    }
  }

  @Property(tries = 1000)
  void toYaml_readsBackAsTheSame(@ForAll("policies") Policy policy) {
    Map<String, String> host =
        Map.of("HOST_A", "host of A", "HOST_B", "host of B", "HOST_C", "host of C");

    assertEquals(
        policy.digest(), PolicyDocument.parse(policy.toYaml(), Path.of("/"), host).digest());
    assertEquals(policy, PolicyDocument.parse(policy.toYaml(), Path.of("/"), host));
  }

  @Test
  void toYaml_ofTwoSetsOfRules_isNotPretended() {
    Policy a = open("https://a.example/");
    Policy b = open("https://b.example/");

    assertThrows(IllegalStateException.class, () -> a.and(b).toYaml());
    assertTrue(a.and(Policy.strict()).toYaml().contains("allow: []"));
    assertTrue(a.and(a).toYaml().contains("a.example"));
  }

  @Test
  void digest_differsWithEveryPart() {
    List<String> documents =
        List.of(
            "limits: { fuel: 1 }",
            "workspace: { depth: 3 }",
            "workspace: { protected: [a] }",
            "network: { requests: 3 }",
            "network: { allow: [ { url: https://a.example } ] }",
            "network: { allow: [ { url: https://a.example, private: true } ] }",
            "network: { allow: [ { url: https://a.example, methods: [GET] } ] }",
            "environment: { A: b }",
            "environment: { A: { env: B } }",
            "credentials: { a: { env: B, header: C } }",
            "native: { degraded: true }",
            "tools: { allow: [] }",
            "tools: { pins: { a: none } }",
            "tools: { pins: { a: sha256:" + "1".repeat(64) + " } }",
            "tools: { signers: [\"" + Policies.KEYS.get(0) + "\"] }",
            "tools: { signers: [\"" + Policies.KEYS.get(1) + "\"] }");
    Set<String> digests = new TreeSet<>(Set.of(Policy.strict().digest()));
    for (String text : documents) {
      String document = "version: 1\n" + text;
      digests.add(PolicyDocument.parse(document, Path.of("/"), Map.of("B", "b")).digest());
    }

    assertEquals(documents.size() + 1, digests.size());
  }

  @Test
  void builder_aRuleWithACredentialThatIsNotThere_isRefused() {
    Policy open = open("https://a.example/");
    var rule =
        new dev.cloche.egress.EgressRule(
            "network.allow[0]",
            dev.cloche.egress.UrlPattern.parse("https://a.example/"),
            Set.of("GET"),
            false,
            Optional.of("token"));
    NetworkPolicy network =
        new NetworkPolicy(
            dev.cloche.egress.EgressRules.of(List.of(rule), List.of()), open.network().limits());
    Policy.Builder builder = open.toBuilder().network(network);

    assertThrows(PolicyException.class, builder::build);
    CredentialRule token = CredentialRule.header(new CredentialSource.Issuer(), "X-Token");
    assertFalse(builder.credential("token", token).build().credentials().isEmpty());
  }

  @Test
  void toYaml_ofTwoGroupsOfSigners_isNotPretended() {
    Policy a = signed(Policies.KEYS.get(0));
    Policy b = signed(Policies.KEYS.get(1));

    assertThrows(IllegalStateException.class, () -> a.and(b).toYaml());
    assertEquals(Set.of(a.digest(), b.digest(), a.and(b).digest()).size(), 3);
    assertEquals(a, a.and(a));
  }

  /** One of two signers is less to ask for than this one. */
  @Test
  void and_ofSigners_keepsTheStricterGroup() {
    Policy strict = signed(Policies.KEYS.get(0));
    Policy lax = signed(Policies.KEYS.get(0), Policies.KEYS.get(1));

    assertEquals(strict, lax.and(strict));
    assertEquals(strict, strict.and(lax));
  }

  private static Policy signed(String... keys) {
    String document = "version: 1\ntools: { signers: [\"" + String.join("\", \"", keys) + "\"] }";
    return PolicyDocument.parse(document, Path.of("/"), Map.of());
  }

  private static Policy open(String url) {
    return PolicyDocument.parse(
        "version: 1\nnetwork: { allow: [ { url: \"" + url + "\" } ] }", Path.of("/"), Map.of());
  }
}
