package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.UrlPattern;
import dev.cloche.run.EgressSessions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools that fetch, from the script to a server on this machine and back. */
@Tag("one-jdk")
class OverHttpTest {
  private final Engine engine = Engine.create();
  private HttpServer server;
  private Session session;
  private String url = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    url = "http://127.0.0.1:" + server.getAddress().getPort();
    server.createContext("/api/echo", exchange -> answer(exchange, 200, echo(exchange)));
    server.createContext("/api/missing", exchange -> answer(exchange, 404, "no".getBytes(UTF_8)));
    server.createContext("/api/moved", exchange -> redirect(exchange, "/api/echo"));
    server.createContext("/api/out", exchange -> redirect(exchange, "/secret"));
    server.createContext(
        "/api/metadata", exchange -> redirect(exchange, "http://169.254.169.254/latest"));
    server.createContext("/api/packed", exchange -> packed(exchange, 60_000));
    server.createContext("/api/bomb", exchange -> packed(exchange, 10_000_000));
    server.start();
    EgressRule rule =
        new EgressRule(
            "network.allow[0]",
            UrlPattern.parse(url + "/api/"),
            Set.of("GET", "POST"),
            true,
            Optional.empty());
    HttpEgress egress = HttpEgress.builder(EgressRules.of(List.of(rule), List.of())).build();
    session = EgressSessions.open(engine, egress);
  }

  @AfterEach
  void stop() {
    session.close();
    engine.close();
    server.stop(0);
  }

  private static byte[] echo(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String tried = String.valueOf(exchange.getRequestHeaders().getFirst("X-Tried"));
    return (exchange.getRequestMethod() + " " + tried + " " + body).getBytes(UTF_8);
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().add("Location", to);
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private static void packed(HttpExchange exchange, int length) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("x".repeat(length).getBytes(UTF_8));
    }
    exchange.getResponseHeaders().add("Content-Encoding", "gzip");
    answer(exchange, 200, packed.toByteArray());
  }

  private Outcome.Completed run(String tool, String... arguments) {
    Outcome outcome =
        session.call(Guest.tool(tool).tool(), Call.builder().arguments(arguments).build());
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  private String js(String path, String init, String then) {
    String script = "await fetch('%s%s', %s).then(%s)".formatted(url, path, init, then);
    return run("js", "-p", script).stdout().text().strip();
  }

  private String rule(String path, String init) {
    return js(path, init, "() => 'allowed', (e) => e.code + ' ' + e.rule");
  }

  @Test
  void js_request_isAnsweredByTheServer() {
    String init = "{ method: 'POST', headers: { 'X-Tried': 'yes' }, body: 'ü' }";
    assertEquals("POST yes ü", js("/api/echo", init, "(r) => r.text()"));
    assertEquals("404 false", js("/api/missing", "{}", "(r) => r.status + ' ' + r.ok"));
    assertEquals("true", js("/api/moved", "{}", "(r) => r.redirected && r.ok"));
    assertEquals("302", js("/api/moved", "{ redirect: 'manual' }", "(r) => r.status"));
    assertEquals("60000", js("/api/packed", "{}", "(r) => r.text().then((text) => text.length)"));
  }

  @Test
  void js_whatNoRuleAllows_isDeniedAtAnyHop() {
    assertEquals("allowed", rule("/api/echo", "{}"));
    assertEquals("DENIED network.default", rule("/secret", "{}"));
    assertEquals("DENIED network.default", rule("/api/../secret", "{}"));
    assertEquals("DENIED network.default", rule("/api/out", "{}"));
    assertEquals("DENIED network.default", rule("/api/metadata", "{}"));
    assertEquals("DENIED network.default", rule("/api/echo", "{ method: 'DELETE' }"));
  }

  @Test
  void js_bodyThatExpandsTooFar_isCut() {
    String reading = "(r) => r.text().catch((e) => e.code)";
    assertEquals("TOO_LARGE", js("/api/bomb", "{}", reading));
    assertEquals("60000", js("/api/packed", "{}", "(r) => r.text().then((text) => text.length)"));
  }

  @Test
  void fetch_requests_areAnsweredOrDenied() {
    Outcome.Completed end = run("fetch", "-d", "a=1", url + "/api/echo");
    assertEquals("POST null a=1", end.stdout().text());
    assertEquals(60_000, run("fetch", url + "/api/packed").stdout().bytes().length);
    assertEquals(22, run("fetch", "-f", url + "/api/missing").exitStatus());
    Outcome secret = session.call(Guest.tool("fetch").tool(), Call.of(url + "/secret"));
    assertEquals("network.default", assertInstanceOf(Outcome.Denied.class, secret).rule());
  }
}
