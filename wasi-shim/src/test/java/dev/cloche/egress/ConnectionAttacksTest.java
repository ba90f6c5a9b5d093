package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that outlive what they were vetted for, and rules that change under them. */
@Timeout(60)
class ConnectionAttacksTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private RawServer server;
  private String url = "";

  @BeforeEach
  void start() throws IOException {
    server = RawServer.saying(OK);
    url = server.url("www.example.com");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private static void assertOk(Egress egress, String url) throws EgressException {
    assertEquals("ok", Loopback.get(egress, url).text());
  }

  @Test
  void n18_connectionOfOneRule_servesThatRule() throws Exception {
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build()) {
      assertOk(egress, url + "a");
      assertOk(egress, url + "b");
    }
    assertEquals(1, server.connections());
  }

  @Test
  void n18_connectionOfOneRule_doesNotServeAnother() throws Exception {
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url + "a", url + "b")).build()) {
      assertOk(egress, url + "a");
      assertOk(egress, url + "b");
    }
    assertEquals(2, server.connections());
  }

  @Test
  void n18_connectionOfOneName_doesNotServeAnotherOfTheSameAddress() throws Exception {
    String pattern = "http://*.example.com:" + server.port() + "/";
    try (HttpEgress egress = Loopback.builder(Loopback.allow(pattern)).build()) {
      assertOk(egress, server.url("a.example.com"));
      assertOk(egress, server.url("b.example.com"));
    }
    assertEquals(2, server.connections());
  }

  @Test
  void n18_connectionOfOneSession_doesNotServeAnother() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build()) {
        assertOk(egress, url);
      }
    }
    assertEquals(2, server.connections());
  }

  @Test
  void n18_connectionOfARevokedCredential_isClosed() throws Exception {
    FakeSecret secret = new FakeSecret(Injection.Place.HEADER, "Authorization");
    try (HttpEgress egress =
        Loopback.builder(Loopback.allowWith("github", url)).injector(secret).build()) {
      assertOk(egress, url);
      assertOk(egress, url);
      assertEquals(1, server.connections());
      secret.revoke();
      Failure.of(EgressException.Kind.DENIED, "credential", () -> Loopback.get(egress, url));
      assertEquals(2, server.requests.size());
    }
  }

  @Test
  void n18_connection_isClosedWithItsSession() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    try (WatchingServer watching = new WatchingServer(OK, gone)) {
      HttpEgress egress = Loopback.builder(Loopback.allow(watching.url())).build();
      assertOk(egress, watching.url());
      assertEquals(1, gone.getCount());
      egress.close();
      gone.await();
    }
  }

  @Test
  void n16_ruleThatIsAdded_opensNothingElse() throws Exception {
    String denied = server.url("secret.example.com");
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build();
        Exchange open = egress.open(FetchRequest.of("GET", url), new FakePatience())) {
      Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, denied));

      egress.replaceRules(Loopback.allow("https://other.example.com/", url));

      Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, denied));
      assertOk(egress, url);
      assertEquals(200, open.send().status());
    }
  }

  @Test
  void n16_ruleThatIsGone_cutsWhatItOpened() throws Exception {
    try (RawServer half = RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")) {
      String halfUrl = half.url("www.example.com");
      try (HttpEgress egress = Loopback.builder(Loopback.allow(halfUrl)).build();
          Exchange open = egress.open(FetchRequest.of("GET", halfUrl), new FakePatience())) {
        assertEquals(200, open.send().status());
        assertEquals(2, open.read(new byte[10], 0, 10));

        egress.replaceRules(Loopback.allow("https://other.example.com/"));

        Failure.of(EgressException.Kind.CUT, () -> open.read(new byte[10], 0, 10));
        Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, halfUrl));
        assertEquals(1, half.requests.size());
      }
    }
  }

  @Test
  void n16_ruleThatIsGone_cutsARequestBeforeItIsSent() throws Exception {
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build();
        Exchange open = egress.open(FetchRequest.of("GET", url), new FakePatience())) {
      egress.replaceRules(EgressRules.none());
      Failure.of(EgressException.Kind.CUT, open::send);
    }
    assertEquals(0, server.connections());
  }

  @Test
  void n16_rulesThatChange_giveNewConnections() throws Exception {
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build()) {
      assertOk(egress, url);
      egress.replaceRules(Loopback.allow(url));
      assertOk(egress, url);
      assertEquals(2, egress.usage().requests());
    }
    assertEquals(2, server.connections());
  }

  @Test
  void close_cutsAnExchangeThatWaits() throws Exception {
    List<HttpEgress> closing = new CopyOnWriteArrayList<>();
    try (RawServer silent = new RawServer((request, out) -> closing.get(0).close())) {
      String silentUrl = silent.url("www.example.com");
      closing.add(Loopback.builder(Loopback.allow(silentUrl)).build());
      Failure.of(EgressException.Kind.CUT, () -> Loopback.get(closing.get(0), silentUrl));
    }
  }

  @Test
  void cancel_cutsAnExchangeThatWaits() throws Exception {
    FakePatience patience = new FakePatience();
    try (RawServer silent = new RawServer((request, out) -> patience.end())) {
      String silentUrl = silent.url("www.example.com");
      try (HttpEgress egress = Loopback.builder(Loopback.allow(silentUrl)).build();
          Exchange exchange = egress.open(FetchRequest.of("GET", silentUrl), patience)) {
        Failure.of(EgressException.Kind.CUT, exchange::send);
      }
    }
  }

  @Test
  void cancel_cutsALookUpThatHangs() throws Exception {
    FakePatience patience = new FakePatience();
    CountDownLatch never = new CountDownLatch(1);
    Resolver hanging =
        host -> {
          patience.end();
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new UnknownHostException(host);
          }
          return List.of(Loopback.ADDRESS);
        };
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).resolver(hanging).build();
        Exchange exchange = egress.open(FetchRequest.of("GET", url), patience)) {
      Failure.of(EgressException.Kind.CUT, exchange::send);
    } finally {
      never.countDown();
    }
    assertEquals(0, server.connections());
  }
}
