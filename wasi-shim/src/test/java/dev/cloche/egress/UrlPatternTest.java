package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPatternTest {

  @ParameterizedTest
  @CsvSource({
    "https://x.example/v1, https://x.example/v1, true",
    "https://x.example/v1, https://x.example/v1/, true",
    "https://x.example/v1, https://x.example/v1/a/b, true",
    "https://x.example/v1, https://x.example/v1?q, true",
    "https://x.example/v1, https://x.example/v10, false",
    "https://x.example/v1, https://x.example/v1;a, false",
    "https://x.example/v1, https://x.example/v1%20, false",
    "https://x.example/v1, https://x.example/V1, false",
    "https://x.example/v1, https://x.example/v1/../admin, false",
    "https://x.example/v1, https://x.example/, false",
    "https://x.example/v1/, https://x.example/v1, false",
    "https://x.example/v1/, https://x.example/v1/, true",
    "https://x.example/v1/, https://x.example/v1/a, true",
    "https://x.example, https://x.example/anything, true",
    "https://x.example/%76%31, https://x.example/v1/a, true"
  })
  void n10_paths_matchOnBordersOfSegments(String pattern, String url, boolean matches)
      throws EgressException {
    assertEquals(matches, UrlPattern.parse(pattern).matches(CanonicalUrl.parse(url)));
  }

  @ParameterizedTest
  @CsvSource({
    "https://*.example.com, https://a.example.com/, true",
    "https://*.example.com, https://a.b.example.com/, true",
    "https://*.example.com, https://A.EXAMPLE.com/, true",
    "https://*.example.com, https://example.com/, false",
    "https://*.example.com, https://evilexample.com/, false",
    "https://*.example.com, https://a.example.com.evil.com/, false",
    "https://*.example.com, http://a.example.com/, false",
    "https://api.x.com, https://api.x.com.evil.com/, false",
    "https://api.x.com, https://api.x.com/, true",
    "https://api.x.com, https://evil.api.x.com/, false",
    "https://apple.com, https://\u0430pple.com/, false",
    "https://\u0430pple.com, https://xn--pple-43d.com/, true",
    "https://1.2.3.4, https://1.2.3.4/, true",
    "https://[2606:0::1], https://[2606::1]/, true"
  })
  void n7_hosts_matchOnBordersOfLabels(String pattern, String url, boolean matches)
      throws EgressException {
    assertEquals(matches, UrlPattern.parse(pattern).matches(CanonicalUrl.parse(url)));
  }

  @ParameterizedTest
  @CsvSource({
    "https://x.example, https://x.example:443/, true",
    "https://x.example, https://x.example:8443/, false",
    "https://x.example, https://x.example:22/, false",
    "https://x.example, http://x.example:443/, false",
    "https://x.example, http://x.example/, false",
    "https://x.example:443, https://x.example/, true",
    "https://x.example:8443, https://x.example:8443/, true",
    "https://x.example:8443, https://x.example/, false",
    "http://x.example, http://x.example:80/, true"
  })
  void n11_ports_matchExactly(String pattern, String url, boolean matches) throws EgressException {
    assertEquals(matches, UrlPattern.parse(pattern).matches(CanonicalUrl.parse(url)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "https://*",
        "https://*/",
        "https://*.com",
        "https://*.localhost/",
        "https://*.*.example.com",
        "https://a.*.example.com",
        "https://*example.com",
        "https://*.2.3.4",
        "https://*.1.2.3.4",
        "https://*.[::1]",
        "https://example.*",
        "https://example.com:*",
        "https://example.com/*",
        "*://example.com",
        "https://example.com?q=1",
        "https://example.com/#f",
        "https://user@example.com",
        "https://*.example.com@evil.com",
        "example.com",
        "ftp://example.com",
        "https://example.com/a/%2e%2e/",
        "https://exam ple.com"
      })
  void parse_otherThanAPrefix_isRefused(String pattern) {
    assertThrows(IllegalArgumentException.class, () -> UrlPattern.parse(pattern));
  }

  @ParameterizedTest
  @CsvSource({
    "HTTPS://API.example.com:443, https://api.example.com/",
    "https://*.Example.com:8443/a/../v1, https://*.example.com:8443/v1",
    "http://[::1]:8080/x, http://[::1]:8080/x"
  })
  void toString_isTheOneForm(String text, String canonical) {
    UrlPattern pattern = UrlPattern.parse(text);
    assertEquals(canonical, pattern.toString());
    assertEquals(pattern, UrlPattern.parse(canonical));
    assertEquals(pattern.hashCode(), UrlPattern.parse(canonical).hashCode());
  }

  @Test
  void equals_wildcardAndExactHost_differ() {
    assertNotEquals(
        UrlPattern.parse("https://*.example.com/"), UrlPattern.parse("https://example.com/"));
  }
}
