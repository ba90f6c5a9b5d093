package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import okhttp3.HttpUrl;

/** What holds for every string that is read as a URL. */
class UrlPropertiesTest {

  @Provide
  static Arbitrary<String> urls() {
    Arbitrary<String> schemes =
        Arbitraries.of(
            "https://", "http://", "HTTPS://", "https://", "http://", "https://", "https:/");
    Arbitrary<String> hosts =
        pieces(
            1,
            2,
            "a",
            "b.example",
            "x.com",
            "xn--mnchen-3ya",
            "\u00fc",
            "B",
            "c.d",
            "e-f",
            "g1",
            "1",
            ".",
            "-",
            "_");
    Arbitrary<String> oddHosts =
        Arbitraries.of(
            "10.0.0.1", "[::1]", "[2606:0::A]", "[::ffff:1.2.3.4]", "0x1", "x@y", "a\\b", "");
    Arbitrary<String> ports = Arbitraries.of("", "", "", "", ":443", ":80", ":8443", ":9", ":0");
    Arbitrary<String> honest =
        pieces(
            0,
            5,
            "/a",
            "/..",
            "/.",
            "b",
            "/%41",
            "/c",
            "%e2%82%ac",
            "\u00e9",
            "[",
            "{",
            "'",
            "~",
            "%25",
            "+",
            "=",
            "&",
            "@",
            ":",
            "|",
            "%20");
    Arbitrary<String> odd = pieces(0, 3, "/", "%2e", "%2f", ";", "/..", "..", "a", "%");
    Arbitrary<String> paths =
        Combinators.combine(
                honest,
                Arbitraries.oneOf(
                    List.of(Arbitraries.just(""), Arbitraries.just(""), Arbitraries.just(""), odd)))
            .as((first, second) -> first + second);
    Arbitrary<String> queries =
        pieces(0, 4, "?", "a=b", "&", "%41", "%2f", "'", "[", "#", "\u00e9", "?", "+", "=", "%");
    Arbitrary<String> anyHosts = Arbitraries.oneOf(List.of(hosts, hosts, hosts, hosts, oddHosts));
    Arbitrary<String> slashed =
        paths.map(path -> path.isEmpty() || path.startsWith("/") ? path : "/" + path);
    Arbitrary<String> whole =
        Combinators.combine(schemes, anyHosts, ports, slashed, queries)
            .as((scheme, host, port, path, query) -> scheme + host + port + path + query);
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(40);
    return Arbitraries.oneOf(List.of(whole, whole, whole, whole, whole, whole, whole, any));
  }

  private static Arbitrary<String> pieces(int min, int max, String... pieces) {
    return Arbitraries.of(pieces)
        .list()
        .ofMinSize(min)
        .ofMaxSize(max)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 4000)
  void theCanonicalForm_isAFixedPoint_andAllReadersAgreeOnIt(@ForAll("urls") String text)
      throws Exception {
    CanonicalUrl url;
    try {
      url = CanonicalUrl.parse(text);
    } catch (EgressException e) {
      Statistics.collect("refused");
      assertEquals(EgressException.Kind.MALFORMED, e.kind());
      return;
    }
    Statistics.collect("read");
    Statistics.coverage(coverage -> coverage.check("read").percentage(p -> p > 10));
    assertEquals(url, CanonicalUrl.parse(url.toString()));
    assertEquals(url.toString(), CanonicalUrl.parse(url.toString()).toString());
    assertReadAlike(url);
    assertReadAsWritten(text, url);
  }

  private static void assertReadAlike(CanonicalUrl url) throws Exception {
    URI uri = new URI(url.toString());
    HttpUrl http = HttpUrl.get(url.toString());
    String host = url.host().contains(":") ? "[" + url.host() + "]" : url.host();
    assertEquals(List.of(url.scheme(), url.scheme()), List.of(uri.getScheme(), http.scheme()));
    assertEquals(List.of(host, url.host()), List.of(uri.getHost(), http.host()));
    assertEquals(url.port(), http.port());
    assertEquals(
        url.port(), uri.getPort() >= 0 ? uri.getPort() : url.scheme().equals("http") ? 80 : 443);
    assertEquals(List.of(url.path(), url.path()), List.of(uri.getRawPath(), http.encodedPath()));
    assertEquals(
        Arrays.asList(url.query().orElse(null), url.query().orElse(null)),
        Arrays.asList(uri.getRawQuery(), http.encodedQuery()));
    assertEquals(url.path(), uri.normalize().getRawPath());
    assertFalse(url.toString().contains("#"));
  }

  /** The one form says no other thing than what was written, as the client would read that. */
  private static void assertReadAsWritten(String text, CanonicalUrl url) {
    HttpUrl written = HttpUrl.get(text);
    assertEquals(written.host(), url.host());
    assertEquals(written.port(), url.port());
    assertEquals(written.pathSegments(), url.httpUrl().pathSegments());
    assertEquals(written.query(), url.httpUrl().query());
  }
}
