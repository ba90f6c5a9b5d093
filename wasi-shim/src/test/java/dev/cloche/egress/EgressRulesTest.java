package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressRulesTest {
  private static final EgressRule API = EgressRule.of("network.allow[0]", "https://api.example");

  private static EgressRule rule(String id, String url, String credential, String... methods) {
    Optional<String> attached = Optional.of(credential).filter(name -> !name.isEmpty());
    return new EgressRule(id, UrlPattern.parse(url), Set.of(methods), false, attached);
  }

  private static EgressRule privateRule(String id, String url) {
    return new EgressRule(id, UrlPattern.parse(url), Set.of(), true, Optional.empty());
  }

  private static EgressRules allow(EgressRule... rules) {
    return EgressRules.of(List.of(rules), List.of());
  }

  private static EgressDecision get(EgressRules rules, String url) throws EgressException {
    return rules.decide("GET", CanonicalUrl.parse(url));
  }

  @Test
  void n15_noRules_denyEverything() throws EgressException {
    for (EgressRules rules : List.of(EgressRules.none(), allow(), EgressRules.asked(List.of()))) {
      EgressDecision decision = get(rules, "https://api.example/");
      assertFalse(decision.allowed());
      assertEquals(EgressDecision.DEFAULT_RULE, decision.rule());
    }
    assertFalse(get(allow(API).and(allow()), "https://api.example/").allowed());
    assertTrue(get(allow(API), "https://api.example/").allowed());
  }

  @Test
  void n19_denyBeatsAllow() throws EgressException {
    EgressRule deny = EgressRule.of("network.deny[0]", "https://api.example/repos/secret");
    EgressRule exact = EgressRule.of("network.allow[1]", "https://api.example/repos/secret/x");
    EgressRules rules = EgressRules.of(List.of(API, exact), List.of(deny));
    EgressDecision denied = get(rules, "https://api.example/repos/secret/x");
    assertFalse(denied.allowed());
    assertEquals("network.deny[0]", denied.rule());
    assertTrue(get(rules, "https://api.example/repos/secrets").allowed());
    assertFalse(get(allow(API).and(rules), "https://api.example/repos/secret").allowed());
  }

  /** A hatch may stand in for an allow that is missing, never against a deny: it has to be seen. */
  @Test
  void n19_denyOfOneLayer_isTold_whereAnotherOnlyAllowsNothing() throws EgressException {
    EgressRules denying =
        EgressRules.of(List.of(API), List.of(EgressRule.of("deny", "https://api.example/secret")));
    for (String id : List.of("a comes first", "z comes last")) {
      EgressRules both = denying.and(allow(EgressRule.of(id, "https://other.example")));
      assertEquals("deny", get(both, "https://api.example/secret").rule());
      assertEquals(EgressDecision.DEFAULT_RULE, get(both, "https://api.example/open").rule());
    }
  }

  @Test
  void idsOfRules_areThereOnce() {
    EgressRule deny = EgressRule.of("d", "https://api.example/a");
    EgressRule same = EgressRule.of("d", "https://api.example/b");
    List<EgressRule> twice = List.of(deny, same);
    assertThrows(IllegalArgumentException.class, () -> EgressRules.of(List.of(), twice));
    assertThrows(IllegalArgumentException.class, () -> EgressRules.of(twice, List.of()));
    List<EgressRule> one = List.of(deny);
    List<EgressRule> other = List.of(same);
    assertThrows(IllegalArgumentException.class, () -> EgressRules.of(one, other));
    assertEquals(allow(deny), allow(deny));
    assertEquals(allow(deny).hashCode(), allow(deny).hashCode());
    assertNotEquals(allow(deny), allow(same));
  }

  @Test
  void layers_areEqual_ifAllPartsAre() {
    List<EgressRule> one = List.of(API);
    EgressLayer layer = new EgressLayer(false, one, List.of());
    assertEquals(layer, new EgressLayer(false, one, List.of()));
    assertEquals(layer.hashCode(), new EgressLayer(false, one, List.of()).hashCode());
    assertEquals(layer.toString(), new EgressLayer(false, one, List.of()).toString());
    EgressLayer asked = new EgressLayer(true, one, List.of());
    EgressLayer nothing = new EgressLayer(false, List.of(), List.of());
    EgressLayer denying = new EgressLayer(false, List.of(), one);
    for (EgressLayer other : List.of(asked, nothing, denying)) {
      assertNotEquals(layer, other);
      assertNotEquals(layer.hashCode(), other.hashCode());
      assertNotEquals(layer.toString(), other.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/secret",
        "/secret/x",
        "/SECRET/x",
        "/secret;a=b",
        "/secret;a=b/x",
        "/secret%3ba/x",
        "/secret%3fa",
        "/secret%23a",
        "/secret%20",
        "/secret./x",
        "/secret%20;a",
        "/\uff33ecret",
        "/x/../secret",
        "/%73ecret"
      })
  void n10_deny_holdsForWhatALenientServerReads(String path) throws EgressException {
    EgressRule deny = EgressRule.of("network.deny[0]", "https://api.example/secret");
    EgressRules rules = EgressRules.of(List.of(API), List.of(deny));
    assertFalse(get(rules, "https://api.example" + path).allowed());
    assertTrue(get(allow(API), "https://api.example" + path).allowed());
    assertTrue(get(rules, "https://api.example/secrets").allowed());
  }

  @Test
  void n10_deny_holdsForEscapes() throws EgressException {
    EgressRule deny = EgressRule.of("network.deny[0]", "https://api.example/v1/a:delete");
    EgressRules rules = EgressRules.of(List.of(API), List.of(deny));
    assertFalse(get(rules, "https://api.example/v1/a%3adelete").allowed());
    assertFalse(get(rules, "https://api.example/v1/%61%3Adelete/").allowed());
    assertTrue(get(rules, "https://api.example/v1/a%3aget").allowed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get",
        "GET ",
        " GET",
        "Get",
        "CONNECT",
        "TRACE",
        "TRACK",
        "PROPFIND",
        "",
        "GET\r\nX: y",
        "G\u0415T",
        "PRI",
        "GET\u0000"
      })
  void n13_methods_areExact(String method) throws EgressException {
    EgressDecision decision = allow(API).decide(method, CanonicalUrl.parse("https://api.example/"));
    assertFalse(decision.allowed());
    assertEquals(EgressRules.METHOD_RULE, decision.rule());
    assertThrows(
        IllegalArgumentException.class, () -> rule("r", "https://api.example", "", method));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
  void n13_permittedMethods_areAllowed(String method) throws EgressException {
    CanonicalUrl url = CanonicalUrl.parse("https://api.example/");
    assertTrue(allow(API).decide(method, url).allowed());
    assertTrue(allow(rule("r", "https://api.example", "", method)).decide(method, url).allowed());
    String other = method.equals("GET") ? "PUT" : "GET";
    assertFalse(allow(rule("r", "https://api.example", "", other)).decide(method, url).allowed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata.google.internal",
        "METADATA.google.internal",
        "metadata",
        "metadata.goog",
        "instance-data",
        "instance-data.ec2.internal"
      })
  void n6_metadataNames_areDeniedByName(String host) throws EgressException {
    EgressRules rules = allow(privateRule("r", "http://" + host), privateRule("s", "http://data"));
    EgressDecision decision = get(rules, "http://" + host + "/computeMetadata/v1/");
    assertFalse(decision.allowed());
    assertEquals(EgressRules.ADDRESS_RULE, decision.rule());
    assertTrue(get(rules, "http://data/").privateAddress());
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example/v1/x, one, network.allow[1]",
    "https://api.example/v1/items, two, network.allow[2]",
    "https://api.example/other, '', network.allow[0]",
    "https://a.wild.example/v1, wild, network.allow[3]",
    "https://b.wild.example/v1, exact, network.allow[4]",
    "https://a.b.wild.example/v1, deep, network.allow[5]",
    "https://m.example/, named, network.allow[7]"
  })
  void decide_theMostSpecificRule_counts(String url, String credential, String id)
      throws EgressException {
    EgressRules rules =
        allow(
            API,
            rule("network.allow[1]", "https://api.example/v1", "one"),
            rule("network.allow[2]", "https://api.example/v1/items", "two"),
            rule("network.allow[3]", "https://*.wild.example", "wild"),
            rule("network.allow[4]", "https://b.wild.example", "exact"),
            rule("network.allow[5]", "https://*.b.wild.example", "deep"),
            rule("network.allow[6]", "https://m.example", "any"),
            rule("network.allow[7]", "https://m.example", "named", "GET"),
            rule("network.allow[8]", "https://m.example", "later", "GET"));
    EgressDecision decision = get(rules, url);
    assertEquals(id, decision.rule());
    assertEquals(Optional.of(credential).filter(name -> !name.isEmpty()), decision.credential());
  }

  @Test
  void decide_credential_needsAllPoliciesToSayTheSame() throws EgressException {
    EgressRules github = allow(rule("a", "https://api.example", "github"));
    EgressRules other = allow(rule("b", "https://api.example", "other"));
    EgressRules same = allow(rule("c", "https://api.example/", "github"));
    String url = "https://api.example/";
    assertEquals(Optional.of("github"), get(github.and(same), url).credential());
    EgressDecision without = get(github.and(allow(API)), url);
    assertTrue(without.allowed());
    assertEquals(Optional.empty(), without.credential());
    EgressDecision clash = get(github.and(other), url);
    assertFalse(clash.allowed());
    assertEquals(EgressRules.CREDENTIAL_RULE, clash.rule());
  }

  @Test
  void decide_privateAddress_needsAllPoliciesToSaySo() throws EgressException {
    EgressRules open = allow(privateRule("a", "https://api.example"));
    String url = "https://api.example/";
    assertTrue(get(open, url).privateAddress());
    assertTrue(get(open.and(allow(privateRule("b", "https://api.example"))), url).privateAddress());
    EgressDecision both = get(open.and(allow(API)), url);
    assertTrue(both.allowed());
    assertFalse(both.privateAddress());
    assertThrows(
        IllegalArgumentException.class, () -> privateRule("c", "https://*.internal.example"));
  }

  @Test
  void asked_narrows_andHasNoSay() throws EgressException {
    EgressRule secret =
        new EgressRule(
            "policy", UrlPattern.parse("https://api.example"), Set.of(), true, Optional.of("key"));
    EgressRule greedy =
        new EgressRule(
            "tool",
            UrlPattern.parse("https://api.example/v1"),
            Set.of("GET"),
            true,
            Optional.of("root"));
    EgressRules asked = EgressRules.asked(List.of(greedy));
    EgressDecision decision = get(allow(secret).and(asked), "https://api.example/v1/x");
    assertEquals("policy", decision.rule());
    assertEquals(Optional.of("key"), decision.credential());
    assertTrue(decision.privateAddress());
    assertFalse(get(allow(secret).and(asked), "https://api.example/v2").allowed());
    EgressDecision plain = get(allow(API).and(asked), "https://api.example/v1");
    assertTrue(plain.allowed());
    assertEquals(Optional.empty(), plain.credential());
    assertFalse(plain.privateAddress());
    EgressDecision alone = get(asked, "https://api.example/v1");
    assertEquals(Optional.empty(), alone.credential());
    assertFalse(alone.privateAddress());
  }

  @Test
  void layers_showTheRules_eachOnce() {
    EgressRules policy =
        EgressRules.of(List.of(API), List.of(EgressRule.of("d", "http://b.example")));
    EgressRules asked = EgressRules.asked(List.of(API));
    assertEquals(1, policy.and(policy).layers().size());
    assertEquals(2, policy.and(asked).layers().size());
    assertEquals(policy.and(asked), asked.and(policy));
    assertNotEquals(policy, asked);
    assertTrue(policy.and(asked).layers().contains(policy.layers().get(0)));
    assertEquals(List.of(API), policy.layers().get(0).allow());
  }

  @Test
  void rules_thatContradictThemselves_areRefused() {
    EgressRule withKey = rule("d", "https://api.example", "key");
    assertThrows(IllegalArgumentException.class, () -> EgressRules.of(List.of(), List.of(withKey)));
    assertThrows(
        IllegalArgumentException.class,
        () -> EgressRules.of(List.of(), List.of(privateRule("d", "https://api.example"))));
    assertThrows(IllegalArgumentException.class, () -> allow(API, API));
    assertThrows(IllegalArgumentException.class, () -> EgressRule.of("", "https://api.example"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, https://api.example/v1, port 8443",
    "GET, http://api.example:8443/v1, scheme https",
    "GET, https://api.example:8443/v2, /v1",
    "POST, https://api.example:8443/v1, method GET"
  })
  void reason_nearestRule_tellsWhatItWants(String method, String url, String wanted)
      throws EgressException {
    EgressRules rules = allow(rule("network.allow[0]", "https://api.example:8443/v1", "", "GET"));
    EgressDecision decision = rules.decide(method, CanonicalUrl.parse(url));
    assertFalse(decision.allowed());
    assertTrue(decision.reason().contains("network.allow[0]"), decision.reason());
    assertTrue(decision.reason().contains(wanted), decision.reason());
  }

  @Test
  void reason_showsNoQuery() throws EgressException {
    assertFalse(get(allow(API), "https://api.example/?s3cret").reason().contains("s3cret"));
    assertFalse(get(allow(), "https://api.example/?s3cret").reason().contains("s3cret"));
  }
}
