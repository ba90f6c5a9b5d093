package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import okio.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that are not who they say they are, and TLS that is not worth its name. */
@Timeout(60)
class TlsAttacksTest {
  private static final String NAME = "www.example.com";

  private static void assertRefused(HandshakeCertificates certificates, String name)
      throws Exception {
    try (MockWebServer server = TestTls.start(certificates)) {
      String url = TestTls.url(server, name);
      server.enqueue(new MockResponse.Builder().body("x").build());
      try (HttpEgress egress = TestTls.trusting(Loopback.allow(url)).build()) {
        Failure.of(EgressException.Kind.TLS, () -> Loopback.get(egress, url));
      }
      assertEquals(0, server.getRequestCount());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void n22_goodCertificate_isTrusted_andTheNameIsSent(Protocol protocol) throws Exception {
    try (MockWebServer server = new MockWebServer()) {
      server.useHttps(TestTls.certificateFor(NAME).sslSocketFactory());
      server.setProtocols(
          protocol == Protocol.HTTP_2
              ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
              : List.of(Protocol.HTTP_1_1));
      server.start(Loopback.ADDRESS, 0);
      String url = TestTls.url(server, NAME);
      try (HttpEgress egress = TestTls.trusting(Loopback.allow(url)).build()) {
        for (int i = 0; i < 2; i++) {
          server.enqueue(new MockResponse.Builder().body("x".repeat(100_000)).build());
          assertEquals(
              100_000, Loopback.post(egress, url + "p?q", "y".repeat(60_000)).body().size());
          RecordedRequest request = server.takeRequest();
          assertEquals(i, request.getExchangeIndex());
          assertEquals(
              "POST /p?q " + (protocol == Protocol.HTTP_2 ? "HTTP/2" : "HTTP/1.1"),
              request.getRequestLine());
          assertEquals(60_000, request.getBodySize());
          assertEquals(List.of(NAME), request.getHandshakeServerNames());
          assertEquals(NAME, request.getUrl().host());
        }
      }
    }
  }

  @Test
  void n22_certificateForAnotherName_isRefused() throws Exception {
    assertRefused(TestTls.certificateFor("evil.example.com"), NAME);
    assertRefused(TestTls.certificateFor("example.com"), NAME);
    assertRefused(TestTls.certificateFor("127.0.0.1"), NAME);
  }

  @Test
  void n22_certificateOfAnotherAuthority_isRefused() throws Exception {
    assertRefused(TestTls.held(new HeldCertificate.Builder(), NAME), NAME);
    HeldCertificate other = new HeldCertificate.Builder().certificateAuthority(0).build();
    assertRefused(TestTls.held(new HeldCertificate.Builder().signedBy(other), NAME), NAME);
  }

  @Test
  void n22_certificateThatExpired_isRefused() throws Exception {
    assertRefused(TestTls.held(TestTls.signed().validityInterval(0, 1_000_000), NAME), NAME);
  }

  @Test
  void n22_authorityOfTheTests_isNotTrustedOtherwise() throws Exception {
    try (MockWebServer server = TestTls.start(TestTls.certificateFor(NAME))) {
      String url = TestTls.url(server, NAME);
      try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build()) {
        Failure.of(EgressException.Kind.TLS, () -> Loopback.get(egress, url));
      }
    }
  }

  @Test
  void n22_serverWithoutTls_isRefused() throws Exception {
    try (RawServer plain = RawServer.greeting("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      String url = "https://" + NAME + ":" + plain.port() + "/";
      try (HttpEgress egress = TestTls.trusting(Loopback.allow(url)).build()) {
        assertTrue(
            List.of(EgressException.Kind.TLS, EgressException.Kind.UNREACHABLE)
                .contains(kind(egress, url)));
      }
      assertTrue(plain.requests.stream().noneMatch(head -> head.get(0).startsWith("GET")));
    }
  }

  private static EgressException.Kind kind(HttpEgress egress, String url) {
    try {
      throw new AssertionError(Loopback.get(egress, url));
    } catch (EgressException e) {
      return e.kind();
    }
  }

  @Test
  void n22_clientHello_offersTls13And12Alone_andTheName() throws Exception {
    CompletableFuture<ByteString> hello = new CompletableFuture<>();
    try (ServerSocket server = new ServerSocket(0, 1, Loopback.ADDRESS)) {
      Thread reader = new Thread(() -> readHello(server, hello), "hello-reader");
      reader.setDaemon(true);
      reader.start();
      String url = "https://" + NAME + ":" + server.getLocalPort() + "/";
      try (HttpEgress egress = TestTls.trusting(Loopback.allow(url)).build()) {
        assertEquals(EgressException.Kind.TLS, kind(egress, url));
      }
      // The extension supported_versions, RFC 8446, section 4.2.1.
      ByteString versions = ByteString.decodeHex("002b00050403040303");
      ByteString bytes = hello.get(30, TimeUnit.SECONDS);
      assertTrue(bytes.indexOf(versions) > 0, bytes::hex);
      assertTrue(bytes.indexOf(ByteString.encodeUtf8(NAME)) > 0, bytes::hex);
    }
  }

  private static void readHello(ServerSocket server, CompletableFuture<ByteString> hello) {
    try (Socket connection = server.accept()) {
      byte[] record = connection.getInputStream().readNBytes(5);
      int length = ((record[3] & 0xff) << 8) | (record[4] & 0xff);
      hello.complete(ByteString.of(connection.getInputStream().readNBytes(length)));
    } catch (IOException e) {
      hello.completeExceptionally(e);
    }
  }

  @Test
  void n22_serverThatAsksForACertificate_getsNone() throws Exception {
    try (MockWebServer server = new MockWebServer()) {
      server.useHttps(TestTls.certificateFor(NAME).sslSocketFactory());
      server.requestClientAuth();
      server.start(Loopback.ADDRESS, 0);
      String url = TestTls.url(server, NAME);
      server.enqueue(new MockResponse.Builder().body("x").build());
      try (HttpEgress egress = TestTls.trusting(Loopback.allow(url)).build()) {
        assertEquals("x", Loopback.get(egress, url).text());
      }
      RecordedRequest request = server.takeRequest();
      assertEquals(List.of(), request.getHandshake().peerCertificates());
    }
  }

  @Test
  void n22_serverThatStopsInItsHandshake_isNotWaitedFor() throws Exception {
    try (StallingServer server = new StallingServer(() -> {})) {
      String url = server.url().replace("http:", "https:");
      try (HttpEgress egress =
          TestTls.trusting(Loopback.allow(url)).limits(Loopback.limits("connect", 100)).build()) {
        Failure.of(EgressException.Kind.UNREACHABLE, () -> Loopback.get(egress, url));
      }
    }
  }
}
