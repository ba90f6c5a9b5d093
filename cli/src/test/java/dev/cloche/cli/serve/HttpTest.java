package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@Tag("one-jdk")
class HttpTest {

  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
  private static final String TOKEN = "0123456789abcdef";

  private McpServer server;
  private HttpListener listener;
  private HttpClientOf client;

  @BeforeEach
  void start() throws IOException {
    start(TestServer.LIMITS, Optional.empty());
  }

  private void start(ServeLimits limits, Optional<String> token) throws IOException {
    server = TestServer.open(limits, Optional.empty());
    listener =
        server.http(
            new HttpSettings(LOOPBACK, token, Set.of(), Set.of("https://inspector.example")));
    client = new HttpClientOf(listener);
  }

  private void restart(ServeLimits limits, Optional<String> token) throws IOException {
    stop();
    start(limits, token);
  }

  @AfterEach
  void stop() {
    listener.stop();
    server.close();
  }

  @Test
  void session_initializesCallsAndEnds() throws Exception {
    String session = client.open().get();
    JsonNode result = client.call(session, "echo", "{\"a\":1}").get();
    HttpResponse<String> ended = client.send(client.delete(session));
    HttpResponse<String> after = client.send(client.post(session, PING));

    assertEquals("{\"a\":1}", result.path("structuredContent").toString());
    assertEquals(204, ended.statusCode());
    assertEquals(404, after.statusCode());
    assertEquals(0, listener.sessions());
  }

  @Test
  void h6_sessionsShareNothing() throws Exception {
    String one = client.open().get();
    String other = client.open().get();
    JsonNode made = client.call(one, "note", "{}").get();
    String list = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/list\"}";
    JsonNode own = HttpClientOf.last(client.send(client.post(one, list)));
    JsonNode others = HttpClientOf.last(client.send(client.post(other, list)));

    assertFalse(made.path("isError").asBoolean());
    assertEquals(1, own.path("resources").size());
    assertEquals(0, others.path("resources").size());
    assertNotEquals(one, other);
  }

  @Test
  void twoHundredSessions_areServedAtOnce() throws Exception {
    List<CompletableFuture<Boolean>> all =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    client
                        .open()
                        .thenCompose(id -> until(id, "{\"session\":" + i + "}"))
                        .thenApply(
                            result ->
                                result.path("structuredContent").path("session").asInt() == i))
            .toList();

    for (CompletableFuture<Boolean> each : all) {
      assertTrue(each.get(100, TimeUnit.SECONDS));
    }
    assertEquals(200, listener.sessions());
  }

  /** As a client does that is told to try again when there are too many calls. */
  private CompletableFuture<JsonNode> until(String session, String arguments) {
    return client
        .call(session, "echo", arguments)
        .thenCompose(
            result ->
                result.path("isError").asBoolean()
                    ? until(session, arguments)
                    : CompletableFuture.completedFuture(result));
  }

  @Test
  void sessions_areBounded() throws Exception {
    restart(new ServeLimits(1, 4, 4, Duration.ofMinutes(5), Duration.ZERO), Optional.empty());
    String first = client.open().get();
    HttpResponse<String> second = client.send(client.post(Wire.INITIALIZE));
    HttpResponse<String> ended = client.send(client.delete(first));

    assertEquals(503, second.statusCode());
    assertEquals(204, ended.statusCode());
    assertEquals(200, client.send(client.post(Wire.INITIALIZE)).statusCode());
  }

  @Test
  void idleSessions_areClosed() throws Exception {
    restart(new ServeLimits(8, 4, 4, Duration.ofMillis(1), Duration.ZERO), Optional.empty());
    String session = client.open().get();
    while (listener.sessions() > 0) {
      Thread.onSpinWait();
    }

    assertEquals(404, client.send(client.post(session, PING)).statusCode());
  }

  @Test
  void callsOfASession_areBounded() throws Exception {
    String session = client.open().get();
    List<CompletableFuture<JsonNode>> calls =
        IntStream.range(0, 5).mapToObj(i -> spin(session, i)).toList();

    JsonNode first =
        CompletableFuture.anyOf(calls.toArray(CompletableFuture[]::new))
            .thenApply(JsonNode.class::cast)
            .get(100, TimeUnit.SECONDS);
    assertTrue(first.path("isError").asBoolean());
    assertFalse(first.has("_meta"), "it never ran");
    listener.stop();
    for (CompletableFuture<JsonNode> call : calls) {
      assertTrue(call.get(100, TimeUnit.SECONDS).path("isError").asBoolean());
    }
  }

  private CompletableFuture<JsonNode> spin(String session, int id) {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"spin\"}}"
            .formatted(id);
    return HttpClientOf.CLIENT
        .sendAsync(client.post(session, body).build(), HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpClientOf::last);
  }

  @Test
  void listening_hearsAndCanBeTakenUpAgain() throws Exception {
    String session = client.open().get();
    HttpRequest listen =
        HttpRequest.newBuilder(java.net.URI.create(listener.url()))
            .header("Accept", "text/event-stream")
            .header("Mcp-Session-Id", session)
            .build();
    var first = HttpClientOf.CLIENT.send(listen, HttpResponse.BodyHandlers.ofLines());
    var second = HttpClientOf.CLIENT.send(listen, HttpResponse.BodyHandlers.ofLines());
    JsonNode made = client.call(session, "note", "{}").get();

    assertFalse(made.path("isError").asBoolean());
    assertTrue(first.body().allMatch(line -> line.isEmpty() || line.equals(":")), "it was ended");
    assertTrue(
        second.body().anyMatch(line -> line.contains("notifications/resources/list_changed")));
  }

  @ParameterizedTest
  @CsvSource({
    "Origin,http://evil.example,403",
    "Origin,null,403",
    "Origin,http://localhost.evil.example,403",
    "Origin,https://inspector.example,200",
    "Accept,text/html,406",
    "Content-Type,text/plain,415",
    "MCP-Protocol-Version,1999-01-01,400",
    "MCP-Protocol-Version,2025-06-18,200"
  })
  void headers_decide(String name, String value, int status) throws Exception {
    HttpRequest.Builder request = client.post(Wire.INITIALIZE).setHeader(name, value);

    assertEquals(status, client.send(request).statusCode());
  }

  /** The JDK's client sets Host by itself. */
  @ParameterizedTest
  @CsvSource({
    "evil.example,421",
    "127.0.0.1.evil.example,421",
    "evil.example:127.0.0.1,421",
    "localhost,200",
    "[::1]:99,200"
  })
  void host_decides(String host, int status) throws Exception {
    String body = Wire.INITIALIZE;
    List<String> head =
        List.of(
            "POST /mcp HTTP/1.1",
            "Host: " + host,
            "Content-Type: application/json",
            "Accept: */*",
            "Connection: close",
            "Content-Length: " + body.length());

    String answer = raw(String.join("\r\n", head) + "\r\n\r\n" + body);
    assertTrue(
        answer.startsWith("HTTP/1.1 " + status)
            || (status == 421 && answer.startsWith("HTTP/1.1 400")),
        answer);
  }

  private String raw(String request) throws IOException {
    java.net.URI url = java.net.URI.create(listener.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      long unused = socket.getInputStream().transferTo(answer);
      return answer.toString(StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,401",
        "Bearer wrong,401",
        "Bearer 0123456789abcde,401",
        "Bearer 0123456789abcdeff,401",
        "Basic 0123456789abcdef,401",
        "Bearer 0123456789abcdef,200"
      })
  void token_decides(String given, int status) throws Exception {
    restart(TestServer.LIMITS, Optional.of(TOKEN));
    HttpRequest.Builder request = client.post(Wire.INITIALIZE);
    if (given != null) {
      request.setHeader("Authorization", given);
    }

    assertEquals(status, client.send(request).statusCode());
  }

  @Test
  void otherAddressesThanLoopback_needATokenAndAName() throws Exception {
    InetSocketAddress lan = new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 80);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 80);
    Optional<String> token = Optional.of(TOKEN);

    assertThrows(IllegalArgumentException.class, () -> settings(lan, Optional.empty(), Set.of()));
    assertThrows(IllegalArgumentException.class, () -> settings(any, token, Set.of()));
    assertThrows(
        IllegalArgumentException.class, () -> settings(lan, Optional.of("short"), Set.of()));
    assertEquals(80, settings(lan, token, Set.of()).address().getPort());
    assertEquals(80, settings(any, token, Set.of("tools.example")).address().getPort());
    assertFalse(settings(lan, token, Set.of()).toString().contains(TOKEN));
  }

  private static HttpSettings settings(
      InetSocketAddress address, Optional<String> token, Set<String> hosts) {
    return new HttpSettings(address, token, hosts, Set.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nonsense", "[]", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}"})
  void malformed_isRefusedWithAnError(String body) throws Exception {
    HttpResponse<String> response = client.send(client.post(body));

    assertEquals(400, response.statusCode());
    assertTrue(HttpClientOf.json(response.body()).path("error").path("code").asInt() < -32000);
    assertEquals(0, listener.sessions());
  }

  @Test
  void oversized_isRefused() throws Exception {
    String body = " ".repeat(HttpEndpoint.MAX_BODY + 1);
    HttpRequest.Builder withoutLength =
        client
            .post("")
            .POST(
                HttpRequest.BodyPublishers.fromPublisher(
                    HttpRequest.BodyPublishers.ofString(body)));

    assertEquals(413, status(client.post(body)));
    assertEquals(413, status(withoutLength));
    // On a connection of its own: the server may be closing the one that the client would reuse.
    HttpRequest next = client.post(Wire.INITIALIZE).build();
    assertEquals(
        200,
        HttpClient.newHttpClient().send(next, HttpResponse.BodyHandlers.ofString()).statusCode());
  }

  /** Where the server answers and closes before all was sent, that is a refusal too. */
  private int status(HttpRequest.Builder request) throws Exception {
    try {
      return client.send(request).statusCode();
    } catch (IOException closed) {
      return 413;
    }
  }

  @Test
  void sessionsThatAreNone_areRefused() throws Exception {
    assertEquals(400, client.send(client.post(PING)).statusCode());
    assertEquals(404, client.send(client.post("0".repeat(48), PING)).statusCode());
    assertEquals(404, client.send(client.delete("0".repeat(48))).statusCode());
  }

  @Test
  void stop_answersWhatRunsAndTakesNothingNew() throws Exception {
    String session = client.open().get();
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"spin\",\"_meta\":{\"progressToken\":1}}}";
    Iterator<String> lines =
        HttpClientOf.CLIENT
            .send(client.post(session, body).build(), HttpResponse.BodyHandlers.ofLines())
            .body()
            .iterator();
    while (!lines.next().matches(".*\"progress\":[1-9].*")) {
      // What comes before is that nothing was used yet.
    }
    listener.stop();
    List<String> rest = new ArrayList<>();
    lines.forEachRemaining(rest::add);

    assertTrue(rest.stream().anyMatch(line -> line.contains("\"outcome\":\"cancelled\"")));
    assertEquals(0, listener.sessions());
    assertThrows(IOException.class, () -> client.send(client.post(Wire.INITIALIZE)));
  }
}
