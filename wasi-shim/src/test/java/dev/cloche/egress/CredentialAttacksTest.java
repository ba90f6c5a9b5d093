package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guests and servers that would bring a secret where it does not belong. */
@Timeout(60)
class CredentialAttacksTest {
  private final MockWebServer server = new MockWebServer();
  private final MockWebServer other = new MockWebServer();
  private final RecordingObserver observer = new RecordingObserver();
  private final FakeSecret header = new FakeSecret(Injection.Place.HEADER, "Authorization");
  private final FakeSecret query = new FakeSecret(Injection.Place.QUERY, "key");
  private String url = "";
  private String otherUrl = "";

  @BeforeEach
  void start() throws IOException {
    server.start(Loopback.ADDRESS, 0);
    other.start(Loopback.ADDRESS, 0);
    url = "http://api.example.com:" + server.getPort() + "/";
    otherUrl = "http://other.example.com:" + other.getPort() + "/";
  }

  @AfterEach
  void stop() {
    server.close();
    other.close();
    assertFalse(observer.events.toString().contains(FakeSecret.VALUE));
    assertEquals(header.taken.get(), header.givenBack.get());
    assertEquals(query.taken.get(), query.givenBack.get());
  }

  private HttpEgress with(Injector injector) {
    EgressRule credited = Loopback.allowWith("github", url).layers().get(0).allow().get(0);
    return Loopback.builder(
            EgressRules.of(
                List.of(credited, EgressRule.of("network.allow[1]", otherUrl)), List.of()))
        .injector(injector)
        .observer(observer)
        .build();
  }

  private void redirect(String location) {
    server.enqueue(new MockResponse.Builder().code(302).addHeader("Location", location).build());
  }

  @Test
  void c4_headerOfTheGuest_isReplaced() throws Exception {
    server.enqueue(new MockResponse.Builder().body("x").build());
    try (HttpEgress egress = with(header)) {
      assertEquals(
          "x",
          Loopback.get(
                  egress,
                  url,
                  new Header("Authorization", "mine"),
                  new Header("authorization", "mine"),
                  new Header("AUTHORIZATION", "mine"))
              .text());
    }
    assertEquals(
        List.of(FakeSecret.VALUE), server.takeRequest().getHeaders().values("Authorization"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?key=mine&a=b",
        "?a=b&%6bey=mine",
        "?KEY=mine&a=b",
        "?key&a=b&key=",
        "?a=b&k%65y=mine&key=x"
      })
  void c4_parameterOfTheGuest_isReplaced(String written) throws Exception {
    server.enqueue(new MockResponse.Builder().body("x").build());
    try (HttpEgress egress = with(query)) {
      Loopback.Answer answer = Loopback.get(egress, url + written);
      assertFalse(answer.head().url().contains(FakeSecret.VALUE));
    }
    assertEquals("/?a=b&key=" + FakeSecret.VALUE, server.takeRequest().getTarget());
  }

  @Test
  void c4_headerOfTheGuest_isSentWhereNoneIsInjected() throws Exception {
    other.enqueue(new MockResponse.Builder().body("x").build());
    try (HttpEgress egress = with(header)) {
      assertEquals("x", Loopback.get(egress, otherUrl, new Header("Authorization", "mine")).text());
    }
    assertEquals("mine", other.takeRequest().getHeaders().get("Authorization"));
    assertEquals(0, header.taken.get());
  }

  @Test
  void c3_secretThatComesBack_isTakenOut() throws Exception {
    String echo = "{\"Authorization\": \"" + FakeSecret.VALUE + "\"}";
    server.enqueue(
        new MockResponse.Builder()
            .addHeader("X-Echo", "a " + FakeSecret.VALUE + " b")
            .addHeader("X-" + FakeSecret.VALUE, "1")
            .addHeader("X-S3CR3T-canary", "names are shown in lower case: found by fuzzing")
            .status("HTTP/1.1 200 " + FakeSecret.VALUE)
            .chunkedBody(echo, 5)
            .build());
    byte[] gzip = BombAttacksTest.gzip(echo.getBytes(StandardCharsets.UTF_8));
    server.enqueue(
        new MockResponse.Builder()
            .addHeader("Content-Encoding", "gzip")
            .body(new Buffer().write(ByteString.of(gzip)))
            .build());
    try (HttpEgress egress = with(header)) {
      Loopback.Answer answer = Loopback.get(egress, url);
      assertEquals("{\"Authorization\": \"***\"}", answer.text());
      assertEquals(Optional.of("a *** b"), answer.header("x-echo"));
      assertFalse(answer.head().toString().contains(FakeSecret.VALUE));
      assertEquals("{\"Authorization\": \"***\"}", Loopback.get(egress, url).text());
    }
  }

  @Test
  void c3_secretThatComesBackFromALaterHop_isTakenOut() throws Exception {
    redirect(otherUrl);
    other.enqueue(new MockResponse.Builder().body("have " + FakeSecret.VALUE).build());
    try (HttpEgress egress = with(header)) {
      assertEquals("have ***", Loopback.get(egress, url).text());
    }
  }

  @Test
  void c6_secret_doesNotGoToAnotherOrigin() throws Exception {
    redirect(otherUrl);
    other.enqueue(new MockResponse.Builder().body("x").build());
    try (HttpEgress egress = with(header)) {
      assertEquals("x", Loopback.get(egress, url).text());
    }
    assertEquals(FakeSecret.VALUE, server.takeRequest().getHeaders().get("Authorization"));
    assertNull(other.takeRequest().getHeaders().get("Authorization"));
  }

  /** As it is, and where reading the URL makes the secret of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {"?stolen=" + FakeSecret.VALUE, "%733cr3t-canary", "//S3CR3T-canary.example/"})
  void c6_redirectWithTheSecretInIt_isRefused(String behind) throws Exception {
    redirect(behind.startsWith("//") ? "http:" + behind : otherUrl + behind);
    try (HttpEgress egress = with(header)) {
      Failure.of(EgressException.Kind.DENIED, Redirect.RULE, () -> Loopback.get(egress, url));
    }
    assertEquals(0, other.getRequestCount());
  }

  @Test
  void c6_parameterInARedirect_isInjectedAnewOrLeftOut() throws Exception {
    redirect("/moved?key=" + FakeSecret.VALUE + "&a=b");
    redirect(otherUrl + "?a=b&key=" + FakeSecret.VALUE);
    other.enqueue(new MockResponse.Builder().body("x").build());
    try (HttpEgress egress = with(query)) {
      Loopback.Answer answer = Loopback.get(egress, url + "?a=b");
      assertEquals(otherUrl + "?a=b", answer.head().url());
    }
    server.takeRequest();
    assertEquals("/moved?a=b&key=" + FakeSecret.VALUE, server.takeRequest().getTarget());
    assertEquals("/?a=b", other.takeRequest().getTarget());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "${github}", "{github}", "$GITHUB_TOKEN"})
  void c6_placeholder_isText(String placeholder) throws Exception {
    other.enqueue(new MockResponse.Builder().body("x").build());
    try (HttpEgress egress = with(header)) {
      assertEquals(
          "x", Loopback.post(egress, otherUrl, placeholder, new Header("X-A", placeholder)).text());
    }
    RecordedRequest request = other.takeRequest();
    assertEquals(placeholder, request.getHeaders().get("X-A"));
    assertEquals(placeholder, request.getBody().utf8());
  }

  @Test
  void c5_credentialWithoutLease_deniesBeforeAnythingIsSent() throws Exception {
    try (HttpEgress egress = with(Injector.none())) {
      Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, url));
    }
    assertEquals(0, server.getRequestCount());
    assertEquals(2, observer.events.stream().filter(event -> !event.startsWith("ended")).count());
  }

  @Test
  void c5_revoke_cutsARunningExchange() throws Exception {
    try (RawServer half =
        RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n" + "x".repeat(40))) {
      String halfUrl = half.url("api.example.com");
      try (HttpEgress egress =
              Loopback.builder(Loopback.allowWith("github", halfUrl)).injector(header).build();
          Exchange exchange = egress.open(FetchRequest.of("GET", halfUrl), new FakePatience())) {
        assertEquals(200, exchange.send().status());
        header.revoke();
        Failure.of(EgressException.Kind.CUT, () -> Loopback.rest(exchange));
      }
    }
  }

  @Test
  void c5_revokeWhileWaitingForTheHead_cuts() throws Exception {
    try (RawServer silent = new RawServer((request, out) -> header.revoke())) {
      String silentUrl = silent.url("api.example.com");
      try (HttpEgress egress =
          Loopback.builder(Loopback.allowWith("github", silentUrl)).injector(header).build()) {
        Failure.of(EgressException.Kind.CUT, () -> Loopback.get(egress, silentUrl));
      }
    }
  }

  @Test
  void c1_injectorThatThrows_stopsTheRequest() throws Exception {
    Injector broken =
        (credential, method, of, cut) -> {
          throw new IllegalStateException("vault is down");
        };
    try (HttpEgress egress = with(broken)) {
      assertThrows(IllegalStateException.class, () -> Loopback.get(egress, url));
    }
    assertEquals(0, server.getRequestCount());
  }

  @Test
  void c1_secretThatIsNoHeaderValue_isNotQuoted() throws Exception {
    Injector broken =
        (credential, method, of, cut) ->
            new Injection(
                Injection.Place.HEADER,
                "Authorization",
                FakeSecret.VALUE + "\n",
                Scrubber.none(),
                () -> {});
    try (HttpEgress egress = with(broken)) {
      EgressException failure =
          Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, url));
      assertFalse(failure.toString().contains(FakeSecret.VALUE));
      assertNull(failure.getCause());
    }
    assertEquals(0, server.getRequestCount());
  }
}
