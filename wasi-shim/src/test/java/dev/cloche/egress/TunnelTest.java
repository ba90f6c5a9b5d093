package dev.cloche.egress;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TunnelTest {
  private final List<String> lookedUp = new ArrayList<>();
  private final RecordingObserver observer = new RecordingObserver();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, Loopback.ADDRESS);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private String origin(String host) {
    return "https://" + host + ":" + server.getLocalPort();
  }

  private String authority(String host) {
    return host + ":" + server.getLocalPort();
  }

  private HttpEgress.Builder builder(EgressRules rules) {
    return Loopback.builder(rules)
        .observer(observer)
        .resolver(
            host -> {
              lookedUp.add(host);
              return List.of(Loopback.ADDRESS);
            });
  }

  private static EgressException.Kind kind(Egress egress, String authority) {
    return assertThrows(
            EgressException.class, () -> egress.tunnel(authority, new FakePatience()).close())
        .kind();
  }

  @Test
  void bytesPassBothWays_onceTheHelloNamesTheHost() throws Exception {
    byte[] hello = Hellos.naming("a.wild.test");
    try (HttpEgress egress = builder(Loopback.allow(origin("*.wild.test"))).build();
        Tunnel tunnel = egress.tunnel(authority("a.wild.test"), new FakePatience());
        Socket served = server.accept()) {
      tunnel.write(hello, 0, 10);
      tunnel.write(hello, 10, hello.length - 10);
      tunnel.write("more".getBytes(US_ASCII), 0, 4);
      tunnel.endOutput();
      byte[] seen = served.getInputStream().readAllBytes();
      assertEquals(hello.length + 4, seen.length);
      served.getOutputStream().write("answer".getBytes(US_ASCII));
      served.shutdownOutput();
      byte[] answer = new byte[10];
      assertEquals(6, tunnel.read(answer, 0, 10));
      assertEquals(-1, tunnel.read(answer, 0, 10));
      assertEquals(new EgressUsage(1, hello.length + 4, 6), egress.usage());
    }
    assertEquals("allowed network.allow[0] " + origin("a.wild.test") + "/", observer.events.get(0));
    assertEquals("ended 0 " + origin("a.wild.test") + "/", observer.events.get(1));
  }

  @Test
  void n12_deniedTunnels_causeNoQuery_andNoConnection() {
    try (HttpEgress egress = builder(Loopback.allow(origin("a.test"), "http://b.test/")).build()) {
      assertEquals(EgressException.Kind.DENIED, kind(egress, authority("evil.test")));
      assertEquals(EgressException.Kind.DENIED, kind(egress, "a.test:1"));
      assertEquals(EgressException.Kind.DENIED, kind(egress, "b.test:80"));
      assertEquals(EgressException.Kind.MALFORMED, kind(egress, "a.test"));
      assertEquals(EgressException.Kind.MALFORMED, kind(egress, "x@" + authority("a.test")));
      assertEquals(EgressException.Kind.MALFORMED, kind(egress, authority("a.test") + "#"));
      assertEquals(EgressException.Kind.MALFORMED, kind(egress, "a.test:99999"));
    }
    assertEquals(List.of(), lookedUp);
    assertEquals(7, observer.events.size());
    assertTrue(observer.events.stream().allMatch(each -> each.startsWith("denied")));
  }

  @Test
  void n19_whatDeniesAPartOfAHost_deniesItsTunnels() throws Exception {
    EgressRule allow = EgressRule.of("allow", origin("a.test"));
    EgressRule deny = EgressRule.of("deny", origin("a.test") + "/secret");
    EgressRule other = EgressRule.of("other", origin("b.test") + "/secret");
    try (HttpEgress egress = builder(EgressRules.of(List.of(allow), List.of(deny))).build()) {
      assertEquals(EgressException.Kind.DENIED, kind(egress, authority("a.test")));
    }
    try (HttpEgress egress = builder(EgressRules.of(List.of(allow), List.of(other))).build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), new FakePatience())) {
      tunnel.endOutput();
    }
    assertEquals(List.of("a.test"), lookedUp);
  }

  @Test
  void rulesWithPathMethodOrCredential_allowNoTunnel_andAreNamed() throws Exception {
    UrlPattern whole = UrlPattern.parse(origin("a.test"));
    List<EgressRule> hidden =
        List.of(
            EgressRule.of("path", origin("a.test") + "/v1"),
            new EgressRule("method", whole, Set.of("GET"), false, Optional.empty()),
            new EgressRule("lent", whole, Set.of(), false, Optional.of("token")));
    for (EgressRule rule : hidden) {
      EgressRules rules = EgressRules.of(List.of(rule), List.of());
      try (HttpEgress egress = builder(rules).build()) {
        assertEquals(EgressException.Kind.DENIED, kind(egress, authority("a.test")));
      }
      assertEquals(1, TunnelRules.unenforceable(rules).size());
    }
    EgressRule all = new EgressRule("all", whole, EgressRule.METHODS, false, Optional.empty());
    assertEquals(List.of(), TunnelRules.unenforceable(EgressRules.of(List.of(all), List.of())));
    EgressRules named = EgressRules.of(List.of(all), List.of());
    try (HttpEgress egress = builder(named).build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), new FakePatience())) {
      tunnel.endOutput();
    }
    assertEquals(List.of(), TunnelRules.unenforceable(Loopback.allow(origin("a.test"))));
    assertEquals(List.of(), TunnelRules.unenforceable(Loopback.allow("http://a.test/v1")));
  }

  @Test
  void n22_anotherNameInTls_sendsNothing() throws Exception {
    byte[] hello = Hellos.naming("b.test");
    try (HttpEgress egress = builder(Loopback.allow(origin("a.test"))).build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), new FakePatience());
        Socket served = server.accept()) {
      assertThrows(EgressException.class, () -> tunnel.write(hello, 0, hello.length));
      assertEquals(0, served.getInputStream().readAllBytes().length);
    }
    assertEquals("denied network.sni " + origin("a.test") + "/", observer.events.get(1));
  }

  @Test
  void n21_aBudgetThatIsSpent_endsATunnel() throws Exception {
    byte[] hello = Hellos.naming("a.test");
    EgressLimits sent = Loopback.limits("sentBytes", hello.length);
    try (HttpEgress egress = builder(Loopback.allow(origin("a.test"))).limits(sent).build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), new FakePatience());
        Socket served = server.accept()) {
      tunnel.write(hello, 0, hello.length);
      EgressException spent = assertThrows(EgressException.class, () -> tunnel.write(hello, 0, 1));
      assertEquals(EgressException.Kind.BUDGET, spent.kind());
      assertEquals(hello.length, served.getInputStream().readAllBytes().length);
    }
  }

  @Test
  void n16_rulesThatChange_endATunnel_thatTheyNoLongerAllow() throws Exception {
    try (HttpEgress egress = builder(Loopback.allow(origin("a.test"))).build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), new FakePatience());
        Socket served = server.accept()) {
      egress.replaceRules(Loopback.allow(origin("a.test"), origin("b.test")));
      served.getOutputStream().write(1);
      assertEquals(1, tunnel.read(new byte[1], 0, 1));
      egress.replaceRules(Loopback.allow(origin("b.test")));
      assertEquals(-1, served.getInputStream().read());
      EgressException cut =
          assertThrows(EgressException.class, () -> tunnel.read(new byte[1], 0, 1));
      assertEquals(EgressException.Kind.CUT, cut.kind());
    }
  }

  @Test
  void theEndOfTheCall_endsATunnelThatWaits() throws Exception {
    FakePatience patience = new FakePatience();
    try (HttpEgress egress = builder(Loopback.allow(origin("a.test"))).build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), patience);
        Socket served = server.accept()) {
      CompletableFuture<EgressException.Kind> ended =
          CompletableFuture.supplyAsync(
              () ->
                  assertThrows(EgressException.class, () -> tunnel.read(new byte[1], 0, 1)).kind());
      patience.expire();
      assertEquals(EgressException.Kind.TIMEOUT, ended.get());
      assertEquals(-1, served.getInputStream().read());
      assertEquals(0, patience.registrations());
      assertFalse(observer.events.isEmpty());
    }
  }

  @Test
  void privateAddresses_needARuleThatSaysSo_forTunnelsToo() throws Exception {
    EgressRule plain = EgressRule.of("plain", origin("a.test"));
    EgressRule open = new EgressRule("open", plain.pattern(), Set.of(), true, Optional.empty());
    try (HttpEgress egress =
        builder(EgressRules.of(List.of(plain), List.of()))
            .vetting(AddressVetting.publicOnly())
            .build()) {
      assertEquals(EgressException.Kind.DENIED, kind(egress, authority("a.test")));
    }
    try (HttpEgress egress =
            builder(EgressRules.of(List.of(open), List.of()))
                .vetting(AddressVetting.publicOnly())
                .build();
        Tunnel tunnel = egress.tunnel(authority("a.test"), new FakePatience())) {
      tunnel.endOutput();
    }
  }
}
