package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are meant to fill memory or to take for ever. */
@Timeout(120)
class BombAttacksTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\n";

  /** Writes for ever, until the client is gone. */
  private static RawServer endless(String before, String again) throws IOException {
    return new RawServer(
        (request, out) -> {
          out.write(RawServer.latin(before));
          byte[] piece = RawServer.latin(again.repeat(Math.max(1, 8_192 / again.length())));
          while (true) {
            out.write(piece);
          }
        });
  }

  private static HttpEgress egress(RawServer server, EgressLimits limits) {
    return Loopback.builder(Loopback.allow(server.url("www.example.com"))).limits(limits).build();
  }

  private static void assertTooLarge(RawServer server, String cap, EgressLimits limits)
      throws Exception {
    try (server;
        HttpEgress egress = egress(server, limits)) {
      Failure.of(
          EgressException.Kind.TOO_LARGE,
          cap,
          () -> Loopback.get(egress, server.url("www.example.com")));
      assertTrue(server.clientGone.await(60, TimeUnit.SECONDS));
    }
  }

  private static String text(RawServer server, EgressLimits limits) throws Exception {
    try (server;
        HttpEgress egress = egress(server, limits)) {
      return Loopback.get(egress, server.url("www.example.com")).text();
    }
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(all)) {
      gzip.write(bytes);
    }
    return all.toByteArray();
  }

  private static RawServer sayingGzip(byte[] body) throws IOException {
    return new RawServer(
        (request, out) -> {
          out.write(
              RawServer.latin(
                  HEAD + "Content-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n"));
          out.write(body);
        });
  }

  private static EgressLimits expanding(long responseBytes) {
    EgressLimits d = EgressLimits.defaults();
    return new EgressLimits(
        d.requests(),
        d.sentBytes(),
        d.receivedBytes(),
        responseBytes,
        1_000,
        d.headerBytes(),
        d.redirects(),
        d.connect());
  }

  @Test
  void n14_gzipOfZeros_stopsAtItsExpansion() throws Exception {
    byte[] bomb = gzip(new byte[30 << 20]);
    try (RawServer server = sayingGzip(bomb);
        HttpEgress egress = egress(server, EgressLimits.defaults())) {
      String url = server.url("www.example.com");
      Failure.of(EgressException.Kind.TOO_LARGE, "expansion", () -> Loopback.get(egress, url));
    }
  }

  @Test
  void n14_gzipThatExpandsBeyondTheBody_stopsAtItsSize() throws Exception {
    byte[] bomb =
        gzip(
            "0123456789abcdefghijklmnopqrstuvwxyz"
                .repeat(10_000)
                .getBytes(StandardCharsets.US_ASCII));
    try (RawServer server = sayingGzip(bomb);
        HttpEgress egress = egress(server, expanding(359_999))) {
      String url = server.url("www.example.com");
      Failure.of(EgressException.Kind.TOO_LARGE, "responseBytes", () -> Loopback.get(egress, url));
    }
  }

  @Test
  void n14_gzipWithinTheCaps_isDecoded() throws Exception {
    String body = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(10_000);
    byte[] gzip = gzip(body.getBytes(StandardCharsets.US_ASCII));
    try (RawServer server = sayingGzip(gzip);
        HttpEgress egress = egress(server, expanding(360_000))) {
      Loopback.Answer answer = Loopback.get(egress, server.url("www.example.com"));
      assertEquals(body, answer.text());
      assertTrue(answer.header("content-encoding").isEmpty());
      assertTrue(answer.header("content-length").isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Encoding: br",
        "Content-Encoding: deflate",
        "Content-Encoding: zstd",
        "Content-Encoding: gzip, gzip",
        "Content-Encoding: gzip\r\nContent-Encoding: gzip",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: gzip"
      })
  void n14_encodingThatWasNotAskedFor_isRefused(String header) throws Exception {
    try (RawServer server = RawServer.saying(HEAD + header + "\r\nContent-Length: 2\r\n\r\n{}");
        HttpEgress egress = egress(server, EgressLimits.defaults())) {
      Failure.of(
          EgressException.Kind.PROTOCOL, () -> Loopback.get(egress, server.url("www.example.com")));
    }
  }

  @Test
  void n14_gzipOfAPart_isRefused_andWasNotAskedFor() throws Exception {
    try (RawServer server = sayingGzip(gzip(new byte[10]));
        HttpEgress egress = egress(server, EgressLimits.defaults())) {
      Failure.of(
          EgressException.Kind.PROTOCOL,
          () ->
              Loopback.get(
                  egress, server.url("www.example.com"), new Header("Range", "bytes=0-9")));
      assertTrue(server.requests.get(0).contains("Accept-Encoding: identity"));
    }
  }

  @Test
  void n14_endlessChunks_stopAtTheSizeOfABody() throws Exception {
    assertTooLarge(
        endless(
            HEAD + "Transfer-Encoding: chunked\r\n\r\n", "400\r\n" + "x".repeat(1_024) + "\r\n"),
        "responseBytes",
        Loopback.limits("responseBytes", 100_000));
  }

  @Test
  void n14_endlessBodyWithoutLength_stopsAtTheSizeOfABody() throws Exception {
    assertTooLarge(
        endless(HEAD + "\r\n", "x"), "responseBytes", Loopback.limits("responseBytes", 100_000));
  }

  @Test
  void n14_bodyOfExactlyTheSize_isRead() throws Exception {
    for (String framing :
        new String[] {
          "Content-Length: 10\r\n\r\n0123456789",
          "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"
        }) {
      assertEquals(
          "0123456789",
          text(RawServer.saying(HEAD + framing), Loopback.limits("responseBytes", 10)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status line|HTTP/1.1 200 |x",
        "one header|HTTP/1.1 200 OK~X-A: |x",
        "many headers|HTTP/1.1 200 OK~|X-A: b~",
        "interim responses|HTTP/1.1 103 Early Hints~~|HTTP/1.1 103 Early Hints~~",
        "continues|HTTP/1.1 100 Continue~~|HTTP/1.1 100 Continue~~",
        "trailers|HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~x~0~|X-A: b~",
        "one trailer|HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~x~0~X-A: |x",
        "chunk extension|HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1;|x",
        "chunk size|HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~x~|0"
      })
  void n14_endless(String what, String before, String again) throws Exception {
    try (RawServer server = endless(before.replace("~", "\r\n"), again.replace("~", "\r\n"));
        HttpEgress egress = egress(server, EgressLimits.defaults())) {
      String url = server.url("www.example.com");
      Failure.of(EgressException.Kind.TOO_LARGE, "headerBytes", () -> Loopback.get(egress, url));
      assertTrue(server.clientGone.await(60, TimeUnit.SECONDS));
      long atMost = 200_000;
      assertTrue(egress.usage().receivedBytes() < atMost, () -> egress.usage().toString());
    }
  }

  @Test
  void n14_headOfAlmostTheSize_isRead() throws Exception {
    String interim = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(10);
    String trailers = "0\r\nX-T: y\r\n\r\n";
    String large = "X-A: " + "x".repeat(3_500) + "\r\n";
    assertEquals(
        "ok",
        text(
            RawServer.saying(
                interim
                    + HEAD
                    + large
                    + "Transfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n"
                    + trailers),
            Loopback.limits("headerBytes", 4_096)));
  }

  @Test
  void n14_headJustAboveTheSize_isTooLarge() throws Exception {
    try (RawServer server =
            RawServer.saying(HEAD + "X-A: " + "x".repeat(4_096) + "\r\nContent-Length: 0\r\n\r\n");
        HttpEgress egress = egress(server, Loopback.limits("headerBytes", 4_096))) {
      Failure.of(
          EgressException.Kind.TOO_LARGE,
          "headerBytes",
          () -> Loopback.get(egress, server.url("www.example.com")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nX-",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5"
      })
  void n14_serverThatStopsTalking_isNotWaitedForBeyondTheCall(String said) throws Exception {
    FakePatience patience = new FakePatience();
    try (RawServer server =
            new RawServer(
                (request, out) -> {
                  out.write(RawServer.latin(said));
                  out.flush();
                  patience.expire();
                });
        HttpEgress egress = egress(server, EgressLimits.defaults());
        Exchange exchange =
            egress.open(FetchRequest.of("GET", server.url("www.example.com")), patience)) {
      Failure.of(
          EgressException.Kind.TIMEOUT,
          () -> {
            FetchResponse head = exchange.send();
            Loopback.rest(exchange);
            throw new AssertionError(head);
          });
      Failure.of(EgressException.Kind.CUT, () -> exchange.read(new byte[1], 0, 1));
    }
  }

  @Test
  void n14_bodyThatEndsEarly_isAnError() throws Exception {
    for (String body :
        new String[] {"Content-Length: 5\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"}) {
      try (RawServer server =
              new RawServer(
                  (request, out) -> {
                    out.write(RawServer.latin(HEAD + body));
                    out.close();
                  });
          HttpEgress egress = egress(server, EgressLimits.defaults())) {
        Failure.of(
            EgressException.Kind.PROTOCOL,
            () -> Loopback.get(egress, server.url("www.example.com")));
      }
    }
  }

  @Test
  void n14_serverThatDoesNotReadABody_holdsTheGuestBackUntilTheCallEnds() throws Exception {
    FakePatience patience = new FakePatience();
    byte[] piece = new byte[1 << 20];
    Arrays.fill(piece, (byte) 'x');
    try (StallingServer server = new StallingServer(patience::expire);
        HttpEgress egress =
            Loopback.builder(Loopback.allow(server.url()))
                .limits(Loopback.limits("sentBytes", EgressLimits.MAX_BYTES))
                .build();
        Exchange exchange = egress.open(FetchRequest.of("POST", server.url()), patience)) {
      Failure.of(
          EgressException.Kind.TIMEOUT,
          () -> {
            while (true) {
              exchange.write(piece, 0, piece.length);
            }
          });
    }
  }
}
