package dev.cloche.host.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.UrlPattern;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding.LimitExceeded;
import dev.cloche.host.NativeEnding.Refused;
import dev.cloche.host.NativeLimit;
import dev.cloche.host.NativeNetwork;
import dev.cloche.host.NativeRefusal;
import dev.cloche.host.NativeResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a command reaches that may reach something, by programs that know of proxies and others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NetworkTest {
  private Arena arena;
  private Town town;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
  }

  @BeforeEach
  void found() throws IOException {
    town = Town.open();
  }

  @AfterEach
  void leave() throws IOException {
    town.close();
    arena.assertUntouched();
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  @Test
  void allowedRequests_pass_throughTheProxyAndWithoutOne() {
    assertEquals(
        List.of("GET /open/x", "POST /open/x hello", "GET /any/path", "GET /open/x", "GET /y"),
        town.bash(
            arena,
            """
            get http://web.test:WEB/open/x; get -d hello http://web.test:WEB/open/x
            get https://safe.test:SAFE/any/path
            unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY
            get http://web.test:WEB/open/x; get https://safe.test:SAFE/y
            """));
    assertTrue(town.decided.containsAll(List.of("allowed safe CONNECT", "ended CONNECT")));
  }

  @Test
  void largeBodies_pass_inChunksAndWithALength() {
    assertEquals(
        List.of("1000014", "1000014"),
        town.bash(
            arena,
            """
            head -c 1000000 /dev/zero | tr '\\0' x > big
            get --data-binary @big http://web.test:WEB/open/x | wc -c
            get -H 'Transfer-Encoding: chunked' --data-binary @big http://web.test:WEB/open/x | wc -c
            """));
  }

  @Test
  void n11_otherHostsPortsPathsAndMethods_areDenied_withoutAQuery() {
    assertEquals(
        List.of("000 403", "000 403", "403 000", "403 000", "403 000", "403 000"),
        town.bash(
            arena,
            """
            code https://evil.test:SAFE/; code https://safe.test:1/; code http://evil.test/
            code http://web.test:WEB/closed; code -X PUT http://web.test:WEB/open/x
            code http://web.test:WEB/open/../closed --path-as-is
            """));
    assertEquals(List.of(), town.lookedUp);
    assertEquals(List.of("200 200"), town.bash(arena, "code https://safe.test:SAFE/"));
    assertEquals(List.of("safe.test"), town.lookedUp);
  }

  @Test
  void n6_metadataServices_areDenied_whateverRulesSay() {
    EgressRules rules =
        EgressRules.of(
            List.of(
                town.rule("one", "https://169.254.169.254/", Set.of()),
                town.rule("two", "http://169.254.169.254/", Set.of()),
                town.rule("three", "http://metadata.google.internal/", Set.of()),
                town.rule("four", "http://web.test:WEB/", Set.of())),
            List.of());
    assertEquals(
        List.of("000 403", "403 000", "403 000", "200 000"),
        town.bash(
            arena,
            rules,
            EgressLimits.defaults(),
            """
            code https://169.254.169.254/; code http://169.254.169.254/latest
            code http://metadata.google.internal/; code http://web.test:WEB/
            """));
    assertTrue(town.decided.contains("denied network.address CONNECT"), town.decided::toString);
  }

  @Test
  void n5_privateAddresses_needARuleThatSaysSo() {
    EgressRules rules =
        EgressRules.of(
            List.of(
                EgressRule.of("wild", town.in("https://*.wild.test:SAFE/")),
                EgressRule.of("plain", town.in("https://plain.test:SAFE/"))),
            List.of());
    assertEquals(
        List.of("000 403", "000 403"),
        town.bash(
            arena,
            rules,
            EgressLimits.defaults(),
            "code https://a.wild.test:SAFE/; code https://plain.test:SAFE/"));
    assertEquals(List.of("a.wild.test", "plain.test"), town.lookedUp);
    assertEquals(0, town.requestsToSafe());
  }

  @Test
  void n20_namesOfRulesAlone_haveAddresses_andNobodyAnswersDns() {
    assertEquals(
        List.of("2", "0", "ECONNREFUSED"),
        town.bash(
            arena,
            """
            getent hosts evil.test >/dev/null; echo $?; getent hosts safe.test >/dev/null; echo $?
            perl -MSocket -MErrno -e 'socket(my $s, AF_INET, SOCK_DGRAM, 0);
              connect($s, pack_sockaddr_in(53, inet_aton("127.0.0.1"))); send($s, "x", 0);
              recv($s, my $b, 1, 0); print $!{ECONNREFUSED} ? "ECONNREFUSED" : "$!", "\\n"'
            """));
  }

  static List<Attack> attacks() {
    return NetworkAttacks.all();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void attackBesideAForwarder(Attack attack) {
    try (HttpEgress egress = town.egress(town.rules(), EgressLimits.defaults())) {
      NativeCommand command = Inside.perl(arena.bait().in(attack.program()));
      NativeNetwork network = NativeNetwork.of(town.rules(), egress);
      attack.check(arena.session().run(command, Arena.LIMITS, network));
    }
  }

  @Test
  void n8_namesThatTwoReadersReadDifferently_areRefused() {
    assertEquals(
        List.of("400", "400", "400", "400", "400", "400", "400", "400", "400", "200"),
        town.bash(
            arena,
            """
            connect() { raw 127.0.0.1 3128 "CONNECT $1 HTTP/1.1\\r\\n\\r\\n"; }
            connect 'safe.test:SAFE\\0.evil.test:443'; connect 'evil.test@safe.test:SAFE'
            connect 'safe.test:SAFE/x'; connect 'safe.test:SAFE#'; connect '127.1:SAFE'
            connect 'safe.test'; connect 'safe.test:SAFE\\n'; connect 'safe.test.:SAFE'
            connect '[::ffff:127.0.0.1]:SAFE'; connect 'SAFE.test:SAFE'
            """
                .replace("SAFE.test", "Safe.TEST")));
  }

  @Test
  void n13_requestsThatCouldBeTwo_andHeadersOfTheHost_areRefused() {
    assertEquals(
        List.of("400", "400", "400", "400", "400", "403", "403", "501", "400", "400", "200"),
        town.bash(
            arena,
            """
            post() { raw 127.0.0.1 3128 "$1 http://web.test:WEB/open/x HTTP/1.1\\r\\n$2\\r\\n"; }
            post POST 'Content-Length: 1\\r\\nTransfer-Encoding: chunked\\r\\n'
            post POST 'Content-Length: 1\\r\\nContent-Length: 1\\r\\n'
            post POST 'Transfer-Encoding: gzip, chunked\\r\\n'
            post POST 'Content-Length : 1\\r\\n'; post POST 'X: y\\n'
            post get ''; post TRACE ''
            raw 127.0.0.1 3128 'GET https://safe.test:SAFE/ HTTP/1.1\\r\\n\\r\\n'
            post GET 'X-HTTP-Method-Override: PUT\\r\\n'
            raw web.test WEB 'GET /open/x HTTP/1.1\\r\\nHost: evil.test\\r\\n\\r\\n'
            raw web.test WEB 'GET /open/x HTTP/1.1\\r\\nHost: web.test:WEB\\r\\n\\r\\n'
            """));
    assertEquals(1, town.requestsToWeb());
  }

  @Test
  void n22_tlsForAnotherHost_orNoTls_sendsNothing() {
    List<String> refused =
        town.bash(
            arena,
            """
            to() { get -k --connect-to ::safe.test:SAFE "$@" >/dev/null 2>&1 && echo passed; }
            to https://evil.test/; to https://127.0.0.9/; to -p http://safe.test:SAFE/
            unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY
            to https://evil.test/; echo end
            """);
    assertEquals(List.of("end"), refused);
    assertEquals(0, town.requestsToSafe());
    assertEquals(4, town.decided.stream().filter("denied network.sni CONNECT"::equals).count());
    assertEquals(
        List.of("GET /", "GET /"),
        town.bash(
            arena,
            "get https://safe.test:SAFE/; unset https_proxy HTTPS_PROXY; get https://safe.test:SAFE/"));
  }

  @Test
  void n21_budgets_holdForTunnelsAndRequestsTogether() {
    EgressLimits d = EgressLimits.defaults();
    assertEquals(
        List.of("200 200", "200 000", "000 429", "429 000"),
        town.bash(
            arena,
            town.rules(),
            limits(2, d.sentBytes(), d.receivedBytes()),
            """
            code https://safe.test:SAFE/; code http://web.test:WEB/open/x
            code https://safe.test:SAFE/; code http://web.test:WEB/open/x
            """));
    String code = "code https://safe.test:SAFE/";
    assertEquals(
        List.of("000 200"),
        town.bash(arena, town.rules(), limits(9, 100, d.receivedBytes()), code));
    assertEquals(
        List.of("000 200"), town.bash(arena, town.rules(), limits(9, d.sentBytes(), 200), code));
    assertEquals(1, town.requestsToSafe());
  }

  private static EgressLimits limits(long requests, long sent, long received) {
    EgressLimits d = EgressLimits.defaults();
    return new EgressLimits(
        requests,
        sent,
        received,
        d.responseBytes(),
        d.expansion(),
        d.headerBytes(),
        d.redirects(),
        d.connect());
  }

  @Test
  void n14_aServerThatNeverEnds_isLeft_whenTheTimeOfTheCommandIsOver() throws Exception {
    try (Stuck stuck = Stuck.start()) {
      EgressRules rules = stuckRules(stuck);
      NativeResult result =
          town.run(
              arena,
              rules,
              EgressLimits.defaults(),
              Arena.LIMITS.withWall(Duration.ofSeconds(2)),
              "get -N http://stuck.test:%d/".formatted(stuck.port()));
      LimitExceeded ended = assertInstanceOf(LimitExceeded.class, result.ending());
      assertEquals(NativeLimit.WALL, ended.which());
      assertEquals("A", result.stdout().text());
      assertTrue(stuck.wasLeft());
    }
  }

  @Test
  void x2_connections_endWithTheirCommand() throws Exception {
    try (Stuck stuck = Stuck.start()) {
      EgressRules rules = stuckRules(stuck);
      String program =
          """
          (setsid curl -sN http://stuck.test:%d/ > out 2>/dev/null &)
          while [ ! -s out ]; do :; done; cat out
          """;
      assertEquals(
          List.of("A"),
          town.bash(arena, rules, EgressLimits.defaults(), program.formatted(stuck.port())));
      assertTrue(stuck.wasLeft());
    }
  }

  private static EgressRules stuckRules(Stuck stuck) {
    UrlPattern pattern = UrlPattern.parse("http://stuck.test:%d/".formatted(stuck.port()));
    return EgressRules.of(
        List.of(new EgressRule("stuck", pattern, Set.of(), true, Optional.empty())), List.of());
  }

  @Test
  void n15_withoutRules_thereIsNoForwarder_noVariable_andNoName() {
    String look =
        """
        raw 127.0.0.1 3128 'CONNECT safe.test:SAFE HTTP/1.1\\r\\n\\r\\n'
        echo "proxy=${http_proxy:-none}"; grep -c safe.test /etc/hosts
        """;
    assertEquals(List.of("200", "proxy=http://127.0.0.1:3128", "1"), town.bash(arena, look));
    EgressRules none = EgressRules.of(List.of(), List.of());
    NativeResult without = town.run(arena, none, EgressLimits.defaults(), Arena.LIMITS, look);
    assertEquals(List.of("refused", "proxy=none", "0"), without.stdout().text().lines().toList());
  }

  @Test
  void f19_nothingInTheSandbox_tellsOfTheForwarderOrItsSockets() {
    assertEquals(
        List.of("0", "0"),
        town.bash(
            arena,
            """
            cat /proc/net/unix /proc/self/mountinfo /etc/hosts | grep -c cloche
            cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'cloche forwarde[r]'
            """
                .replace("grep -c", "grep -ac")
                .replace("\n", " || true\n")));
  }

  @Test
  void aForwarderThatIsGone_isStartedAnew_andAFloodOfConnectionsHarmsItselfAlone() {
    assertEquals(List.of("200 200"), town.bash(arena, "code https://safe.test:SAFE/"));
    ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains("cloche forwarder"))
        .forEach(each -> assertTrue(each.destroyForcibly()));
    assertEquals(
        List.of("flooded"),
        town.bash(
            arena,
            """
            perl -MSocket -e 'my @s; for (1..300) { socket(my $s, AF_INET, SOCK_STREAM, 0);
              connect($s, pack_sockaddr_in(3128, inet_aton("127.0.0.1"))); push @s, $s; }
              print "flooded\\n"'
            """));
    assertEquals(List.of("200 200"), town.bash(arena, "code https://safe.test:SAFE/"));
  }

  @Test
  void rulesThatTlsHides_areRefused_andThoseOfPlainHttpAreNot() {
    EgressRule safe = town.rule("safe", "https://safe.test:SAFE/", Set.of());
    EgressRule path = town.rule("path", "https://safe.test:SAFE/v1/", Set.of());
    EgressRule method = town.rule("method", "https://safe.test:SAFE/", Set.of("GET"));
    EgressRule lent = new EgressRule("lent", safe.pattern(), Set.of(), true, Optional.of("token"));
    EgressRule denied = EgressRule.of("denied", town.in("https://safe.test:SAFE/secret"));
    EgressRule elsewhere = EgressRule.of("elsewhere", "https://other.test/secret");
    assertRefused(EgressRules.of(List.of(path), List.of()));
    assertRefused(EgressRules.of(List.of(method), List.of()));
    assertRefused(EgressRules.of(List.of(lent), List.of()));
    assertRefused(EgressRules.of(List.of(safe), List.of(denied)));
    assertRefused(EgressRules.of(List.of(safe), List.of()).and(EgressRules.asked(List.of(path))));
    EgressRules fine = EgressRules.of(List.of(safe), List.of(elsewhere));
    assertEquals(
        List.of("200 200"),
        town.bash(arena, fine, EgressLimits.defaults(), "code https://safe.test:SAFE/"));
  }

  private void assertRefused(EgressRules rules) {
    assertFalse(NativeNetwork.unenforceable(rules).isEmpty());
    NativeResult result = town.run(arena, rules, EgressLimits.defaults(), Arena.LIMITS, "true");
    assertEquals(NativeRefusal.NETWORK, assertInstanceOf(Refused.class, result.ending()).reason());
  }
}
