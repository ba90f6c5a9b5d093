package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that send a request where its rule does not. */
@Timeout(60)
class RedirectAttacksTest {
  private final MockWebServer first = new MockWebServer();
  private final MockWebServer other = new MockWebServer();
  private final RecordingObserver observer = new RecordingObserver();
  private String firstUrl = "";
  private String otherUrl = "";
  private HttpEgress egress;

  @BeforeEach
  void start() throws IOException {
    first.start(Loopback.ADDRESS, 0);
    other.start(Loopback.ADDRESS, 0);
    firstUrl = "http://first.example.com:" + first.getPort() + "/";
    otherUrl = "http://other.example.com:" + other.getPort() + "/";
    egress =
        Loopback.builder(Loopback.allow(firstUrl, otherUrl + "open/")).observer(observer).build();
  }

  @AfterEach
  void stop() {
    egress.close();
    first.close();
    other.close();
  }

  private void redirect(int status, String location) {
    first.enqueue(new MockResponse.Builder().code(status).addHeader("Location", location).build());
  }

  @Test
  void n1_redirectToAnAllowedUrl_isFollowed() throws Exception {
    redirect(302, otherUrl + "open/x");
    other.enqueue(new MockResponse.Builder().body("there").build());

    Loopback.Answer answer = Loopback.get(egress, firstUrl);

    assertEquals("there", answer.text());
    assertEquals(otherUrl + "open/x", answer.head().url());
    assertEquals(
        List.of(
            "allowed network.allow[0] " + firstUrl,
            "ended 302 " + firstUrl,
            "allowed network.allow[1] " + otherUrl + "open/x",
            "ended 200 " + otherUrl + "open/x"),
        observer.events);
    assertEquals(2, egress.usage().requests());
  }

  @Test
  void n1_redirectToAnotherPath_isDenied() throws Exception {
    redirect(302, otherUrl + "open/../closed");
    Failure.of(
        EgressException.Kind.DENIED,
        EgressDecision.DEFAULT_RULE,
        () -> Loopback.get(egress, firstUrl));
    assertEquals(0, other.getRequestCount());
    assertTrue(observer.events.get(2).startsWith("denied"), observer.events::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example.net/",
        "//evil.example.net/",
        "http://169.254.169.254/latest/meta-data/",
        "http://localhost/",
        "http://127.0.0.1/",
        "http://[::1]/"
      })
  void n1_redirectToWhatNoRuleAllows_isDenied(String location) throws Exception {
    redirect(302, location);
    Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, firstUrl));
    assertEquals(1, egress.usage().requests());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "ftp://first.example.com/",
        "data:text/plain,x",
        "http://first.example.com\\@evil.example.net/",
        "http://user@first.example.com/"
      })
  void n1_redirectToWhatIsNoUrl_isMalformed(String location) throws Exception {
    redirect(302, location);
    Failure.of(EgressException.Kind.MALFORMED, () -> Loopback.get(egress, firstUrl));
    assertTrue(
        observer.events.stream().anyMatch(event -> event.startsWith("denied network.redirect")));
  }

  @Test
  void n1_redirectFromHttpsToHttp_isDenied() throws Exception {
    try (MockWebServer secure = TestTls.start(TestTls.certificateFor("safe.example.com"))) {
      String secureUrl = TestTls.url(secure, "safe.example.com");
      HttpEgress fetching = TestTls.trusting(Loopback.allow(secureUrl, otherUrl)).build();
      secure.enqueue(new MockResponse.Builder().code(302).addHeader("Location", otherUrl).build());
      Failure.of(
          EgressException.Kind.DENIED, Redirect.RULE, () -> Loopback.get(fetching, secureUrl));
      assertEquals(0, other.getRequestCount());

      redirect(302, secureUrl);
      secure.enqueue(new MockResponse.Builder().body("up").build());
      HttpEgress upgrading = TestTls.trusting(Loopback.allow(firstUrl, secureUrl)).build();
      assertEquals("up", Loopback.get(upgrading, firstUrl).text());
      fetching.close();
      upgrading.close();
    }
  }

  @Test
  void n1_redirectThatIsNotFollowed_isAnAnswer() throws Exception {
    redirect(302, "http://evil.example.net/");
    Loopback.Answer answer =
        Loopback.fetch(egress, new FetchRequest("GET", firstUrl, List.of(), false), "");
    assertEquals(302, answer.status());
    assertEquals(Optional.of("http://evil.example.net/"), answer.header("location"));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void n1_redirectWithoutLocation_isAnAnswer(int status) throws Exception {
    first.enqueue(new MockResponse.Builder().code(status).body("no").build());
    assertEquals("no", Loopback.get(egress, firstUrl).text());
  }

  @Test
  void n1_redirectToTwoPlaces_isMalformed() throws Exception {
    first.enqueue(
        new MockResponse.Builder()
            .code(302)
            .addHeader("Location", firstUrl)
            .addHeader("Location", otherUrl + "open/")
            .build());
    Failure.of(EgressException.Kind.MALFORMED, () -> Loopback.get(egress, firstUrl));
  }

  @Test
  void n2_headersOfTheGuest_doNotCrossOrigins() throws Exception {
    Header[] headers = {
      new Header("Authorization", "Bearer x"),
      new Header("Cookie", "a=b"),
      new Header("X-Api-Key", "k"),
      new Header("Accept", "text/plain")
    };
    redirect(302, otherUrl + "open/");
    other.enqueue(new MockResponse.Builder().build());
    redirect(302, "/same");
    first.enqueue(new MockResponse.Builder().build());

    assertEquals(200, Loopback.get(egress, firstUrl, headers).status());
    assertEquals(200, Loopback.get(egress, firstUrl, headers).status());

    RecordedRequest there = other.takeRequest();
    assertNull(there.getHeaders().get("Authorization"));
    assertNull(there.getHeaders().get("Cookie"));
    assertNull(there.getHeaders().get("X-Api-Key"));
    assertEquals("text/plain", there.getHeaders().get("Accept"));
    first.takeRequest();
    first.takeRequest();
    RecordedRequest same = first.takeRequest();
    assertEquals("GET /same HTTP/1.1", same.getRequestLine());
    assertEquals("Bearer x", same.getHeaders().get("Authorization"));
    assertEquals("k", same.getHeaders().get("X-Api-Key"));
  }

  @ParameterizedTest
  @CsvSource({"301", "302", "303"})
  void n2_postThatMoved_becomesGetWithoutItsBody(int status) throws Exception {
    redirect(status, otherUrl + "open/");
    other.enqueue(new MockResponse.Builder().body("got").build());

    Loopback.Answer answer =
        Loopback.post(egress, firstUrl, "payload", new Header("Content-Type", "text/plain"));

    assertEquals("got", answer.text());
    RecordedRequest there = other.takeRequest();
    assertEquals("GET /open/ HTTP/1.1", there.getRequestLine());
    assertEquals(0, there.getBodySize());
    assertNull(there.getHeaders().get("Content-Type"));
  }

  @ParameterizedTest
  @CsvSource({"307,POST", "308,POST", "301,PUT", "302,PUT", "307,DELETE"})
  void n2_body_isNotSentAgain(int status, String method) throws Exception {
    redirect(status, otherUrl + "open/");
    Failure.of(
        EgressException.Kind.DENIED,
        Redirect.RULE,
        () -> Loopback.fetch(egress, FetchRequest.of(method, firstUrl), "payload"));
    assertEquals(0, other.getRequestCount());
  }

  @Test
  void n2_postWithoutBody_keepsItsMethod() throws Exception {
    redirect(307, otherUrl + "open/");
    other.enqueue(new MockResponse.Builder().build());
    assertEquals(200, Loopback.post(egress, firstUrl, "").status());
    assertEquals("POST /open/ HTTP/1.1", other.takeRequest().getRequestLine());
  }

  @Test
  void n2_redirectLoop_ends() throws Exception {
    for (int i = 0; i < 10; i++) {
      redirect(302, firstUrl);
    }
    Failure.of(EgressException.Kind.PROTOCOL, "redirects", () -> Loopback.get(egress, firstUrl));
    assertEquals(EgressLimits.defaults().redirects() + 1, first.getRequestCount());
  }

  @Test
  void n2_asManyRedirectsAsThereMayBe_areFollowed() throws Exception {
    for (int i = 0; i < EgressLimits.defaults().redirects(); i++) {
      redirect(302, firstUrl);
    }
    first.enqueue(new MockResponse.Builder().body("end").build());
    assertEquals("end", Loopback.get(egress, firstUrl).text());
  }
}
