package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for all bodies and all URLs. */
class HttpEgressPropertiesTest {
  private static final String TEXT = "it is " + FakeSecret.VALUE + ", is it " + FakeSecret.VALUE;

  @Property(tries = 150)
  void bodyInAnyChunks_isDecodedAndScrubbedToTheSame(
      @ForAll boolean gzip,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 40) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 30) int read)
      throws Exception {
    byte[] text = TEXT.getBytes(StandardCharsets.US_ASCII);
    byte[] body = gzip ? BombAttacksTest.gzip(text) : text;
    FakeSecret secret = new FakeSecret(Injection.Place.HEADER, "Authorization");
    try (RawServer server =
        new RawServer((request, out) -> out.write(chunked(gzip, body, sizes)))) {
      String url = server.url("www.example.com");
      try (HttpEgress egress =
              Loopback.builder(Loopback.allowWith("c", url)).injector(secret).build();
          Exchange exchange = egress.open(FetchRequest.of("GET", url), new FakePatience())) {
        assertEquals(200, exchange.send().status());
        assertEquals(TEXT.replace(FakeSecret.VALUE, "***"), inPieces(exchange, read));
      }
    }
  }

  private static String inPieces(Exchange exchange, int size) throws EgressException {
    StringBuilder all = new StringBuilder();
    byte[] piece = new byte[size];
    int read = exchange.read(piece, 0, size);
    while (read >= 0) {
      assertTrue(read > 0);
      all.append(new String(piece, 0, read, StandardCharsets.US_ASCII));
      read = exchange.read(piece, 0, size);
    }
    return all.toString();
  }

  private static byte[] chunked(boolean gzip, byte[] body, List<Integer> sizes) {
    StringBuilder all = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n");
    all.append(gzip ? "Content-Encoding: gzip\r\n\r\n" : "\r\n");
    int at = 0;
    for (int i = 0; at < body.length; i++) {
      int size = Math.min(sizes.get(i % sizes.size()), body.length - at);
      all.append(Integer.toHexString(size)).append("\r\n");
      all.append(new String(Arrays.copyOfRange(body, at, at + size), StandardCharsets.ISO_8859_1));
      all.append("\r\n");
      at += size;
    }
    return RawServer.latin(all.append("0\r\n\r\n").toString());
  }

  /** A URL to a name or an address of this machine, with odd but permitted parts. */
  @Provide
  Arbitrary<String> urls() {
    Arbitrary<String> hosts =
        Arbitraries.of(
            "www.example.com",
            "WWW.Example.COM",
            "a-b.example.org",
            "127.0.0.1",
            "xn--bcher-kva.example");
    Arbitrary<String> paths =
        Arbitraries.strings()
            .withChars("ab/.;:@!$&'()*+,=~-_%20 ")
            .ofMaxLength(12)
            .map(path -> "/" + path);
    Arbitrary<String> queries =
        Arbitraries.of("", "?", "?a=b", "?a=b&c=%20+", "?/?:@", "#f", "?q#f", "?%c3%a9");
    return Combinators.combine(hosts, paths, queries)
        .as((host, path, query) -> "http://" + host + ":PORT" + path + query);
  }

  @Property(tries = 300)
  void allowedUrl_isDialledAsItsCanonicalFormSays(@ForAll("urls") String template)
      throws Exception {
    AtomicReference<String> resolved = new AtomicReference<>("");
    try (RawServer server = RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      CanonicalUrl url;
      try {
        url = CanonicalUrl.parse(template.replace("PORT", String.valueOf(server.port())));
      } catch (EgressException e) {
        return;
      }
      String origin = url.origin() + "/";
      try (HttpEgress egress =
          Loopback.builder(Loopback.allow(origin)).resolver(recording(resolved)).build()) {
        assertEquals(
            200,
            Loopback.get(egress, template.replace("PORT", String.valueOf(server.port()))).status());
      }
      assertEquals(url.isAddressLiteral() ? "" : url.host(), resolved.get());
      String target = url.path() + url.query().map(query -> "?" + query).orElse("");
      List<String> request = server.requests.get(0);
      assertEquals("GET " + target + " HTTP/1.1", request.get(0));
      assertTrue(request.contains("Host: " + url.host() + ":" + url.port()), request::toString);
    }
  }

  private static Resolver recording(AtomicReference<String> resolved) {
    return host -> {
      resolved.set(host);
      return List.<InetAddress>of(Loopback.ADDRESS);
    };
  }

  @Property(tries = 100)
  void bodyOfARequest_arrivesHoweverItIsWritten(
      @ForAll @Size(max = 6) List<@IntRange(max = 60_000) Integer> sizes) throws Exception {
    try (MockWebServer server = new MockWebServer()) {
      server.start(Loopback.ADDRESS, 0);
      server.enqueue(new MockResponse.Builder().body("x").build());
      String url = "http://www.example.com:" + server.getPort() + "/";
      try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build();
          Exchange exchange = egress.open(FetchRequest.of("POST", url), new FakePatience())) {
        long total = 0;
        for (int size : sizes) {
          exchange.write(new byte[size], 0, size);
          total += size;
        }
        assertEquals(200, exchange.send().status());
        assertEquals(total, server.takeRequest().getBodySize());
      }
    }
  }
}
