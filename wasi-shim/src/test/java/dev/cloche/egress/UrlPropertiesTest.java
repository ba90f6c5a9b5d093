package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cloche.testkit.UrlStrings;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import okhttp3.HttpUrl;

/** What holds for every string that is read as a URL. */
class UrlPropertiesTest {

  @Provide
  static Arbitrary<String> urls() {
    return UrlStrings.any();
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
