package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * What a server answers, from its first byte on, to each request of one fetch. Whatever it is, the
 * client gives a response within its caps and without the secret that it sent, or says in one of
 * its own kinds why there is none.
 */
public final class HttpFuzz implements FuzzTarget {
  private static final int RESPONSE_BYTES = 4_096;
  private static final int HEADER_BYTES = 2_048;
  private static final int RECEIVED_BYTES = 32_768;

  private static final EgressLimits SMALL =
      new EgressLimits(
          4, 4_096, RECEIVED_BYTES, RESPONSE_BYTES, 100, HEADER_BYTES, 2, Duration.ofSeconds(10));

  private AnsweringServer server;

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        latin("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        latin(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\nA: b\r\n\r\n"),
        latin("HTTP/1.1 302 Found\r\nLocation: /x?y\r\nContent-Length: 0\r\n\r\n"),
        latin("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n"),
        latin(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 404 No\r\nX: " + FakeSecret.VALUE + "\r\n\r\nz"),
        latin("HTTP/1.1 200 OK\r\n\r\nit is " + FakeSecret.VALUE),
        latin("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
        latin("HTTP/1.1 204 None\r\nContent-Length: 9\r\n\r\nGET / HTTP/1.1"),
        gzipped(FakeSecret.VALUE.repeat(50)),
        gzipped("\0".repeat(10_000)));
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] gzipped(String text) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(body)) {
      gzip.write(latin(text));
    } catch (IOException e) {
      throw new AssertionError("memory can be written to", e);
    }
    String head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ";
    return Scrubbing.concat(latin(head + body.size() + "\r\n\r\n"), body.toByteArray());
  }

  @Override
  public void run(byte[] input) throws IOException {
    if (server == null) {
      server = new AnsweringServer();
    }
    server.answer(input);
    String url = "http://www.a.example:" + server.port() + "/";
    FakeSecret secret = new FakeSecret(Injection.Place.HEADER, "Authorization");
    try (HttpEgress egress =
        Loopback.builder(Loopback.allowWith("one", url)).limits(SMALL).injector(secret).build()) {
      try (Exchange exchange = egress.open(FetchRequest.of("GET", url), new FakePatience())) {
        assertHead(exchange.send());
        assertBody(Loopback.rest(exchange));
      } catch (EgressException failed) {
        assertTold(failed);
      }
      assertTrue(egress.usage().requests() <= SMALL.requests());
      assertTrue(egress.usage().receivedBytes() <= RECEIVED_BYTES);
    }
  }

  /** The server answers at once, and then closes: nothing may wait for more. */
  private static void assertTold(EgressException failed) {
    assertNotEquals(EgressException.Kind.TIMEOUT, failed.kind());
    assertNotEquals(EgressException.Kind.CUT, failed.kind());
    String message = String.valueOf(failed.getMessage());
    assertFalse(message.contains(FakeSecret.VALUE), message);
    assertTrue(message.chars().noneMatch(Character::isISOControl), message);
  }

  private static void assertHead(FetchResponse head) {
    assertTrue(head.status() >= 200 && head.status() <= 999, "status " + head.status());
    int size = 0;
    for (Header header : head.headers()) {
      String line = header.name() + ": " + header.value();
      size += line.length();
      assertTrue(header.name().chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':'), line);
      assertTrue(header.value().chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0), line);
      assertFalse(line.contains(FakeSecret.VALUE), line);
    }
    assertTrue(size <= HEADER_BYTES, size + " bytes of headers");
  }

  private static void assertBody(byte[] body) {
    assertTrue(body.length <= RESPONSE_BYTES, body.length + " bytes");
    byte[] secret = latin(FakeSecret.VALUE);
    assertFalse(Scrubbing.contains(body, secret), () -> Arrays.toString(body));
  }
}
