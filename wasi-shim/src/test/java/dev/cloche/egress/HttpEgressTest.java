package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an exchange is like when nobody attacks. */
@Timeout(60)
class HttpEgressTest {
  private final MockWebServer server = new MockWebServer();
  private String url = "";
  private HttpEgress egress;

  @BeforeEach
  void start() throws IOException {
    server.start(Loopback.ADDRESS, 0);
    url = "http://www.example.com:" + server.getPort() + "/";
    egress = Loopback.builder(Loopback.allow(url)).build();
  }

  @AfterEach
  void stop() {
    egress.close();
    server.close();
  }

  @Test
  void get_answers_withStatusHeadersAndBody() throws Exception {
    server.enqueue(new MockResponse.Builder().code(201).addHeader("X-A", "b").body("hi").build());

    Loopback.Answer answer = Loopback.get(egress, url + "a?b=c#d", new Header("X-Q", " q "));

    assertEquals(201, answer.status());
    assertEquals("hi", answer.text());
    assertEquals(Optional.of("b"), answer.header("x-a"));
    assertEquals(url + "a?b=c", answer.head().url());
    RecordedRequest request = server.takeRequest();
    assertEquals("GET /a?b=c HTTP/1.1", request.getRequestLine());
    assertEquals("q", request.getHeaders().get("X-Q"));
    assertEquals("cloche", request.getHeaders().get("User-Agent"));
    assertEquals("gzip", request.getHeaders().get("Accept-Encoding"));
    assertEquals("www.example.com:" + server.getPort(), request.getHeaders().get("Host"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_536, 65_537, 1_000_000})
  void post_sendsAllOfTheBody(int length) throws Exception {
    server.enqueue(new MockResponse.Builder().body("ok").build());
    byte[] body = new byte[length];
    Arrays.fill(body, (byte) 'x');

    try (Exchange exchange = egress.open(FetchRequest.of("POST", url), new FakePatience())) {
      for (int at = 0; at < length; at += 10_000) {
        exchange.write(body, at, Math.min(10_000, length - at));
      }
      assertEquals(200, exchange.send().status());
      assertEquals("ok", new String(Loopback.rest(exchange), StandardCharsets.UTF_8));
    }

    assertArrayEquals(body, server.takeRequest().getBody().toByteArray());
  }

  @Test
  void get_withBody_isMalformed() throws Exception {
    try (Exchange exchange = egress.open(FetchRequest.of("GET", url), new FakePatience())) {
      Failure.of(EgressException.Kind.MALFORMED, () -> exchange.write(new byte[1], 0, 1));
    }
    assertEquals(0, server.getRequestCount());
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void answerWithoutBody_isOverAtItsHead(int status) throws Exception {
    server.enqueue(new MockResponse.Builder().code(status).build());

    assertEquals("", Loopback.get(egress, url).text());
  }

  @Test
  void head_hasNoBody_andKeepsItsLength() throws Exception {
    server.enqueue(
        new MockResponse.Builder().code(200).setHeader("Content-Length", "12345").build());

    Loopback.Answer answer = Loopback.fetch(egress, FetchRequest.of("HEAD", url), "");

    assertEquals("", answer.text());
    assertEquals(Optional.of("12345"), answer.header("content-length"));
  }

  @Test
  void responseHead_hasNoConnectionFieldsAndCookies() throws Exception {
    server.enqueue(
        new MockResponse.Builder()
            .addHeader("Connection", "keep-alive, X-Hop")
            .addHeader("X-Hop", "1")
            .addHeader("Set-Cookie", "session=1")
            .addHeader("Alt-Svc", "h3=\":443\"")
            .addHeader("Keep-Alive", "timeout=5")
            .addHeader("X-Kept", "1")
            .body("x")
            .build());

    List<String> names =
        Loopback.get(egress, url).head().headers().stream().map(Header::name).toList();

    assertEquals(List.of("content-length", "x-kept"), names.stream().sorted().toList());
  }

  @Test
  void unavailable_withRetryAfterZero_isAskedOnce() throws Exception {
    server.enqueue(new MockResponse.Builder().code(503).addHeader("Retry-After", "0").build());
    server.enqueue(new MockResponse.Builder().body("again").build());

    Loopback.Answer answer = Loopback.get(egress, url);

    assertEquals(503, answer.status());
    assertEquals(Optional.of("0"), answer.header("retry-after"));
    assertEquals(1, server.getRequestCount());
  }

  @Test
  void connection_servesTheNextRequestOfTheSameRule() throws Exception {
    server.enqueue(new MockResponse.Builder().body("1").build());
    server.enqueue(new MockResponse.Builder().body("2").build());

    assertEquals("1", Loopback.get(egress, url).text());
    assertEquals("2", Loopback.get(egress, url).text());

    assertEquals(0, server.takeRequest().getExchangeIndex());
    assertEquals(1, server.takeRequest().getExchangeIndex());
  }

  @Test
  void connection_thatTheServerClosedMeanwhile_isReplaced() throws Exception {
    try (RawServer closing =
        new RawServer(
            (request, out) -> {
              out.write(RawServer.latin("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"));
              out.close();
            })) {
      HttpEgress fetching =
          Loopback.builder(Loopback.allow(closing.url("www.example.com"))).build();
      for (int i = 0; i < 3; i++) {
        assertEquals("x", Loopback.get(fetching, closing.url("www.example.com")).text());
      }
      fetching.close();
      assertEquals(3, closing.requests.size());
    }
  }

  @Test
  void observer_isToldOfDecisionAndEnd_beforeTheGuest() throws Exception {
    RecordingObserver observer = new RecordingObserver();
    HttpEgress observed = Loopback.builder(Loopback.allow(url)).observer(observer).build();
    server.enqueue(new MockResponse.Builder().body("x").build());

    try (Exchange exchange = observed.open(FetchRequest.of("GET", url), new FakePatience())) {
      assertEquals(List.of("allowed network.allow[0] " + url), observer.events);
      assertEquals(200, exchange.send().status());
      assertEquals(1, Loopback.rest(exchange).length);
      assertEquals("ended 200 " + url, observer.events.get(1));
    }
    observed.close();
    assertEquals(2, observer.events.size());
  }

  @Test
  void observer_thatThrows_stopsTheRequest() throws Exception {
    EgressObserver full =
        new EgressObserver() {
          @Override
          public void decided(String method, String asked, EgressDecision decision) {
            throw new IllegalStateException("disk full");
          }

          @Override
          public void ended(
              String method, CanonicalUrl of, int status, long sent, long came, String failure) {}
        };
    HttpEgress observed = Loopback.builder(Loopback.allow(url)).observer(full).build();

    assertThrows(IllegalStateException.class, () -> Loopback.get(observed, url));

    observed.close();
    assertEquals(0, server.getRequestCount());
  }

  @Test
  void observer_thatThrowsAtTheEnd_isNotPassedOver() throws Exception {
    EgressObserver full =
        new EgressObserver() {
          @Override
          public void decided(String method, String asked, EgressDecision decision) {}

          @Override
          public void ended(
              String method, CanonicalUrl of, int status, long sent, long came, String failure) {
            throw new IllegalStateException("disk full");
          }
        };
    HttpEgress observed = Loopback.builder(Loopback.allow(url)).observer(full).build();
    server.enqueue(new MockResponse.Builder().body("x").build());

    assertThrows(IllegalStateException.class, () -> Loopback.get(observed, url));

    observed.close();
  }

  @Test
  void close_leavesNoThread() throws Exception {
    server.enqueue(new MockResponse.Builder().body("x").build());
    assertEquals("x", Loopback.post(egress, url, "y".repeat(200_000)).text());

    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("cloche-egress-"))
            .toList();
    assertFalse(threads.isEmpty());

    egress.close();

    for (Thread thread : threads) {
      assertTrue(thread.isDaemon());
      thread.join(TimeUnit.SECONDS.toMillis(30));
      assertFalse(thread.isAlive(), thread::getName);
    }
    Failure.of(EgressException.Kind.CUT, () -> Loopback.get(egress, url));
  }

  @Test
  void patience_isGivenBackAtTheEnd() throws Exception {
    FakePatience patience = new FakePatience();
    server.enqueue(new MockResponse.Builder().body("x").build());

    try (Exchange exchange = egress.open(FetchRequest.of("GET", url), patience)) {
      assertEquals(1, patience.registrations());
      assertEquals(200, exchange.send().status());
      assertEquals(1, Loopback.rest(exchange).length);
      assertEquals(0, patience.registrations());
    }
  }

  @Test
  void usage_countsRequestsAndBytes() throws Exception {
    server.enqueue(new MockResponse.Builder().body("0123456789").build());

    assertEquals("0123456789", Loopback.post(egress, url, "abc").text());

    EgressUsage usage = egress.usage();
    assertEquals(1, usage.requests());
    assertTrue(usage.sentBytes() > 50 && usage.sentBytes() < 500, usage::toString);
    assertTrue(usage.receivedBytes() > 10 && usage.receivedBytes() < 500, usage::toString);
  }
}
