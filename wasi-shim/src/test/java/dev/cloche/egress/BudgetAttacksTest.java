package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guests that take out more than a session may. */
@Timeout(60)
class BudgetAttacksTest {
  private final MockWebServer server = new MockWebServer();
  private String url = "";

  @BeforeEach
  void start() throws IOException {
    server.start(Loopback.ADDRESS, 0);
    url = "http://www.example.com:" + server.getPort() + "/";
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpEgress limited(String name, long value) {
    return Loopback.builder(Loopback.allow(url)).limits(Loopback.limits(name, value)).build();
  }

  @Test
  void n21_requestsOfASession_areCounted() throws Exception {
    try (HttpEgress egress = limited("requests", 2)) {
      for (int i = 0; i < 2; i++) {
        server.enqueue(new MockResponse.Builder().body("x").build());
        assertEquals("x", Loopback.get(egress, url).text());
      }
      Failure.of(EgressException.Kind.BUDGET, Budget.REQUESTS, () -> Loopback.get(egress, url));
      assertEquals(2, server.getRequestCount());
      assertEquals(2, egress.usage().requests());
    }
  }

  @Test
  void n21_redirects_areRequests() throws Exception {
    try (HttpEgress egress = limited("requests", 1)) {
      server.enqueue(new MockResponse.Builder().code(302).addHeader("Location", "/x").build());
      Failure.of(EgressException.Kind.BUDGET, Budget.REQUESTS, () -> Loopback.get(egress, url));
      assertEquals(1, server.getRequestCount());
    }
  }

  @Test
  void n21_bytesOfBodies_areCountedBeforeTheyAreSent() throws Exception {
    try (HttpEgress egress = limited("sentBytes", 10_000)) {
      server.enqueue(new MockResponse.Builder().body("x").build());
      assertEquals("x", Loopback.post(egress, url, "y".repeat(5_000)).text());
      Failure.of(
          EgressException.Kind.BUDGET,
          Budget.SENT_BYTES,
          () -> Loopback.post(egress, url, "y".repeat(5_000)));
      assertEquals(1, server.getRequestCount());
      assertTrue(egress.usage().sentBytes() <= 10_000);
    }
  }

  @Test
  void n21_bytesOfHeads_areCountedBeforeTheyAreSent() throws Exception {
    try (HttpEgress egress = limited("sentBytes", 2_000)) {
      server.enqueue(new MockResponse.Builder().body("x").build());
      assertEquals("x", Loopback.get(egress, url + "?" + "q".repeat(1_000)).text());
      Failure.of(
          EgressException.Kind.BUDGET,
          Budget.SENT_BYTES,
          () -> Loopback.get(egress, url + "?" + "q".repeat(1_000)));
      Failure.of(
          EgressException.Kind.BUDGET,
          Budget.SENT_BYTES,
          () -> Loopback.get(egress, url, new Header("X-A", "q".repeat(1_000))));
      assertEquals(1, server.getRequestCount());
    }
  }

  @Test
  void n21_bytesOfResponses_areCountedOverTheSession() throws Exception {
    try (HttpEgress egress = limited("receivedBytes", 15_000)) {
      server.enqueue(new MockResponse.Builder().body("x".repeat(10_000)).build());
      server.enqueue(new MockResponse.Builder().body("x".repeat(10_000)).build());
      assertEquals(10_000, Loopback.get(egress, url).body().size());
      Failure.of(
          EgressException.Kind.BUDGET, Budget.RECEIVED_BYTES, () -> Loopback.get(egress, url));
    }
  }

  @Test
  void n21_openExchanges_areBounded() throws Exception {
    try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build()) {
      List<Exchange> open = new ArrayList<>();
      for (int i = 0; i < Threads.EXCHANGES; i++) {
        open.add(egress.open(FetchRequest.of("GET", url), new FakePatience()));
      }
      Failure.of(
          EgressException.Kind.BUDGET, HttpEgress.EXCHANGES, () -> Loopback.get(egress, url));

      open.get(0).close();
      server.enqueue(new MockResponse.Builder().body("x").build());
      assertEquals("x", Loopback.get(egress, url).text());
    }
  }
}
