package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules mean where only host and port can be seen. */
class TunnelRulesTest {

  private static EgressRule rule(String id, String url, Set<String> methods) {
    return new EgressRule(id, UrlPattern.parse(url), methods, false, Optional.empty());
  }

  private static boolean tunnels(EgressRules rules, String url) throws EgressException {
    return rules.decideTunnel(CanonicalUrl.parse(url)).allowed();
  }

  private static EgressRules allowing(EgressRule... rules) {
    return EgressRules.of(List.of(rules), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.test/, https://a.test/, true",
    "https://a.test/, https://a.test:8443/, false",
    "https://a.test:8443/, https://a.test:8443/, true",
    "https://a.test/, https://b.test/, false",
    "https://*.a.test/, https://x.a.test/, true",
    "https://*.a.test/, https://a.test/, false",
    "https://a.test/v1, https://a.test/, false",
    "http://a.test/, http://a.test/, false",
    "http://a.test:443/, https://a.test/, false",
  })
  void n11_tunnel_needsARuleOfTheWholeOrigin(String allowed, String asked, boolean answer)
      throws Exception {
    assertEquals(answer, tunnels(allowing(EgressRule.of("r", allowed)), asked));
  }

  @Test
  void n13_tunnel_needsARuleOfAllMethods_withoutCredential() throws Exception {
    String url = "https://a.test/";
    assertTrue(tunnels(allowing(rule("r", url, EgressRule.METHODS)), url));
    assertFalse(tunnels(allowing(rule("r", url, Set.of("GET"))), url));
    EgressRule lent =
        new EgressRule("r", UrlPattern.parse(url), Set.of(), false, Optional.of("token"));
    assertFalse(tunnels(allowing(lent), url));
  }

  @Test
  void privateAddresses_areDialledThroughATunnel_ifTheRuleSaysSo() throws Exception {
    CanonicalUrl url = CanonicalUrl.parse("https://a.test/");
    EgressRule home =
        new EgressRule("r", UrlPattern.parse("https://a.test/"), Set.of(), true, Optional.empty());
    assertTrue(allowing(home).decideTunnel(url).privateAddress());
    assertFalse(allowing(EgressRule.of("r", "https://a.test/")).decideTunnel(url).privateAddress());
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.test/, false",
    "https://a.test/part, false",
    "https://*.test.test/, true",
    "https://b.test/, true",
    "https://a.test:8443/, true",
    "http://a.test/, true",
    "http://a.test:443/, true",
  })
  void n19_whatDeniesAnyPartOfAHost_deniesItsTunnels(String denied, boolean answer)
      throws Exception {
    EgressRules rules =
        EgressRules.of(
            List.of(EgressRule.of("r", "https://a.test/")),
            List.of(rule("d", denied, Set.of("DELETE"))));
    assertEquals(answer, tunnels(rules, "https://a.test/"));
  }

  @Test
  void n6_metadata_hasNoTunnel() throws Exception {
    String url = "https://metadata.google.internal/";
    assertFalse(tunnels(allowing(EgressRule.of("r", url)), url));
    assertEquals(
        EgressRules.ADDRESS_RULE,
        allowing(EgressRule.of("r", url)).decideTunnel(CanonicalUrl.parse(url)).rule());
  }

  @Test
  void eachPolicy_hasToAllowTheTunnel() throws Exception {
    EgressRules whole = allowing(EgressRule.of("r", "https://a.test/"));
    EgressRules part = allowing(EgressRule.of("r", "https://a.test/v1"));
    assertFalse(tunnels(whole.and(part), "https://a.test/"));
    assertTrue(
        tunnels(
            whole.and(EgressRules.asked(List.of(EgressRule.of("x", "https://a.test/")))),
            "https://a.test/"));
  }

  /** Each names its rule; of what denies, only where it takes a part of what is allowed. */
  @ParameterizedTest
  @CsvSource({
    "https://a.test/, https://a.test/x, 1",
    "https://a.test/, https://a.test/, 0",
    "https://a.test/, https://b.test/x, 0",
    "https://a.test/, https://a.test:1/x, 0",
    "https://a.test/, http://a.test:443/x, 0",
    "https://x.a.test/, https://*.a.test/y, 1",
    "https://*.a.test/, https://x.a.test/y, 1",
    "https://*.a.test/, https://a.test/y, 0",
    "https://*.a.test/, https://*.x.a.test/y, 1",
    "https://*.x.a.test/, https://*.a.test/y, 1",
    "https://a.test/, https://*.b.test/y, 0",
    "https://a.test/v1, https://b.test/y, 1",
    "http://a.test/v1, https://b.test/y, 0",
  })
  void unenforceable_isWhatCannotBeSeen(String allowed, String denied, int count) {
    EgressRules rules =
        EgressRules.of(List.of(EgressRule.of("r", allowed)), List.of(EgressRule.of("d", denied)));
    assertEquals(count, TunnelRules.unenforceable(rules).size());
  }
}
