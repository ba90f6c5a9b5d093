package dev.cloche.host.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutesTest {
  private static EgressRules allow(String... patterns) {
    List<EgressRule> rules = new ArrayList<>();
    for (String each : patterns) {
      rules.add(EgressRule.of("r" + rules.size(), each));
    }
    return EgressRules.of(rules, List.of());
  }

  @Test
  void eachName_hasAnAddressOfItsOwn_withThePortsOfItsRules() {
    EgressRules rules =
        allow("https://b.test/", "http://a.test/x", "https://a.test:8443/", "https://b.test/y");
    List<Route> routes = Routes.of(rules);
    assertEquals(
        List.of(
            new Route(Route.Kind.PROXY, "", 3128, "127.0.0.1"),
            new Route(Route.Kind.HTTP, "a.test", 80, "127.1.0.1"),
            new Route(Route.Kind.TLS, "a.test", 8443, "127.1.0.1"),
            new Route(Route.Kind.TLS, "b.test", 443, "127.1.0.2")),
        routes);
    assertEquals("127.1.0.1 a.test\n127.1.0.2 b.test\n", Routes.hosts(routes));
  }

  @Test
  void wildcardsAddressesAndLocalhost_areForTheProxyAlone() {
    EgressRules rules =
        allow(
            "https://*.a.test/",
            "https://192.0.2.1/",
            "https://[2001:db8::1]/",
            "http://localhost/");
    assertEquals(1, Routes.of(rules).size());
    assertEquals("127.0.0.1,::1", Routes.variables(rules).get("no_proxy"));
    assertEquals("localhost,127.0.0.1,::1", Routes.variables(allow()).get("no_proxy"));
  }

  @Test
  void aPortThatIsBothHttpAndTls_isForTheProxyAlone() {
    assertEquals(1, Routes.of(allow("https://a.test:8080/", "http://a.test:8080/")).size());
    assertEquals(2, Routes.of(allow("https://a.test:8080/", "https://a.test:8080/x")).size());
  }
}
