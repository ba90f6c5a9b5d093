package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.UrlPattern;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeNetwork;
import dev.cloche.host.NativeResult;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/**
 * Hosts on this machine that have names in an egress alone: one that speaks HTTP, {@code web.test},
 * and one that speaks TLS, {@code safe.test}. They say what they were asked for.
 */
final class Town implements AutoCloseable, EgressObserver {
  private static final HeldCertificate AUTHORITY =
      new HeldCertificate.Builder().certificateAuthority(0).commonName("town").build();

  private static final HeldCertificate SAFE =
      new HeldCertificate.Builder()
          .signedBy(AUTHORITY)
          .addSubjectAlternativeName("safe.test")
          .build();

  /** What programs can call: the body of an answer, its statuses, and the status of a raw one. */
  private static final String PRELUDE =
      """
      get() { curl -sS --cacert ca.pem "$@"; }
      code() { curl -s --cacert ca.pem -o /dev/null -w '%{http_code} %{http_connect}\\n' "$@"; true; }
      raw() {
        exec 3<>/dev/tcp/$1/$2 || { echo refused; return; }
        printf "$3" >&3; head -n 1 <&3 | cut -d ' ' -f 2; exec 3>&-
      } 2>/dev/null
      """;

  private final MockWebServer web = new MockWebServer();
  private final MockWebServer safe = new MockWebServer();

  /** Names that were looked up. */
  final List<String> lookedUp = new CopyOnWriteArrayList<>();

  /** What requests were authorized with; it is in the answers too. */
  final List<String> authorizations = new CopyOnWriteArrayList<>();

  /** Decisions: "allowed" or "denied", rule, method, host. */
  final List<String> decided = new CopyOnWriteArrayList<>();

  static Town open() throws IOException {
    Town town = new Town();
    town.web.setDispatcher(town.new Echo());
    town.safe.setDispatcher(town.new Echo());
    HandshakeCertificates held =
        new HandshakeCertificates.Builder().heldCertificate(SAFE, AUTHORITY.certificate()).build();
    town.safe.useHttps(held.sslSocketFactory());
    town.web.start(InetAddress.getLoopbackAddress(), 0);
    town.safe.start(InetAddress.getLoopbackAddress(), 0);
    return town;
  }

  private final class Echo extends Dispatcher {
    @Override
    public MockResponse dispatch(RecordedRequest request) {
      String body = request.getBody() == null ? "" : " " + request.getBody().utf8();
      List<String> authorization = request.getHeaders().values("Authorization");
      authorizations.addAll(authorization);
      body += authorization.isEmpty() ? "" : " " + String.join(", ", authorization);
      return new MockResponse.Builder()
          .addHeader("X-Seen-Host", request.getUrl().host())
          .body(request.getMethod() + " " + request.getUrl().encodedPath() + body + "\n")
          .build();
    }
  }

  int webPort() {
    return web.getPort();
  }

  int safePort() {
    return safe.getPort();
  }

  int requestsToSafe() {
    return safe.getRequestCount();
  }

  int requestsToWeb() {
    return web.getRequestCount();
  }

  /** The certificate that the town's others are signed with. */
  static String authority() {
    return AUTHORITY.certificatePem();
  }

  /** Puts ports into a program: {@code WEB} and {@code SAFE}. */
  String in(String program) {
    return program.replace("WEB", "" + webPort()).replace("SAFE", "" + safePort());
  }

  /**
   * Rules of the town: what is below /open/ on the web, with GET and POST; all of the safe host.
   */
  EgressRules rules() {
    return EgressRules.of(
        List.of(
            rule("web", "http://web.test:WEB/open/", Set.of("GET", "POST")),
            rule("safe", "https://safe.test:SAFE/", Set.of())),
        List.of());
  }

  EgressRule rule(String id, String pattern, Set<String> methods) {
    return new EgressRule(id, UrlPattern.parse(in(pattern)), methods, true, Optional.empty());
  }

  HttpEgress egress(EgressRules rules, EgressLimits limits) {
    return HttpEgress.builder(rules).limits(limits).resolver(this::resolve).observer(this).build();
  }

  private List<InetAddress> resolve(String host) {
    lookedUp.add(host);
    return List.of(InetAddress.getLoopbackAddress());
  }

  /** Runs a program of bash in the town; its lines. */
  List<String> bash(Arena arena, EgressRules rules, EgressLimits limits, String program) {
    NativeResult result = run(arena, rules, limits, Arena.LIMITS, program);
    assertEquals("Exited[status=0]", result.ending().toString(), result.stderr()::text);
    return new ArrayList<>(result.stdout().text().lines().toList());
  }

  List<String> bash(Arena arena, String program) {
    return bash(arena, rules(), EgressLimits.defaults(), program);
  }

  NativeResult run(
      Arena arena, EgressRules rules, EgressLimits limits, NativeLimits limit, String program) {
    arena.workspace().writeFile("/ca.pem", authority().getBytes(UTF_8));
    try (HttpEgress egress = egress(rules, limits)) {
      NativeCommand command = NativeCommand.of("bash", "-c", PRELUDE + in(program));
      return arena.session().run(command, limit, NativeNetwork.of(rules, egress));
    }
  }

  @Override
  public void decided(String method, String url, EgressDecision decision) {
    decided.add((decision.allowed() ? "allowed " : "denied ") + decision.rule() + " " + method);
  }

  @Override
  public void ended(
      String method, CanonicalUrl url, int status, long sent, long received, String failure) {
    decided.add("ended " + method + (failure.isEmpty() ? "" : " failed"));
  }

  @Override
  public void close() {
    web.close();
    safe.close();
  }
}
