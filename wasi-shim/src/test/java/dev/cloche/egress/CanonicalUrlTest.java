package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalUrlTest {
  private static final String BASE = "https://a.example:8443/x/y?old=1";

  @Test
  void parts_areThoseOfTheUrl() throws EgressException {
    CanonicalUrl url = CanonicalUrl.parse("HTTP://Api.Example:8080/v1/./items?q=a%20b#top");
    assertEquals("http", url.scheme());
    assertEquals("api.example", url.host());
    assertEquals(8080, url.port());
    assertEquals("/v1/items", url.path());
    assertEquals(Optional.of("q=a%20b"), url.query());
    assertEquals("http://api.example:8080/v1/items", url.withoutQuery());
    assertEquals("http://api.example:8080/v1/items?q=a%20b", url.toString());
    assertEquals(url.toString(), url.httpUrl().toString());
  }

  @Test
  void query_emptyAndAbsent_differ() throws EgressException {
    assertEquals(Optional.of(""), CanonicalUrl.parse("https://a.example/?").query());
    assertEquals(Optional.empty(), CanonicalUrl.parse("https://a.example/").query());
  }

  @Test
  void equals_isThatOfTheOneForm() throws EgressException {
    CanonicalUrl url = CanonicalUrl.parse("https://a.example/~b");
    CanonicalUrl same = CanonicalUrl.parse("HTTPS://A.example:443/x/../%7eb#c");
    assertEquals(url, same);
    assertEquals(url.hashCode(), same.hashCode());
    assertNotEquals(url, CanonicalUrl.parse("https://a.example/~B"));
  }

  @Test
  void addresses_areToldFromNames() throws Exception {
    CanonicalUrl ipv4 = CanonicalUrl.parse("https://192.0.2.1/");
    CanonicalUrl ipv6 = CanonicalUrl.parse("https://[2001:db8::1]/");
    assertTrue(ipv4.isAddressLiteral());
    assertTrue(ipv6.isAddressLiteral());
    assertEquals(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}), ipv4.address());
    assertEquals("2001:db8::1", ipv6.host());
    assertEquals("https://[2001:db8::1]/", ipv6.withoutQuery());
    CanonicalUrl name = CanonicalUrl.parse("https://localhost/");
    assertFalse(name.isAddressLiteral());
    assertThrows(IllegalStateException.class, name::address);
  }

  @Test
  void length_isBounded() throws EgressException {
    String longest = "https://a.example/" + "b".repeat(CanonicalUrl.MAX_LENGTH - 18);
    assertEquals(longest, CanonicalUrl.parse(longest).toString());
    assertThrows(EgressException.class, () -> CanonicalUrl.parse(longest + "b"));
    String grows = "https://a.example/" + "\u00e9".repeat(CanonicalUrl.MAX_LENGTH / 2);
    assertThrows(EgressException.class, () -> CanonicalUrl.parse(grows));
  }

  @Test
  void messages_showNoUserAndNoQuery() {
    EgressException e =
        assertThrows(
            EgressException.class,
            () -> CanonicalUrl.parse("https://user:s3cret@a.example/\n?t0ken#fr4gment"));
    assertTrue(e.getMessage().contains("a.example"), e.getMessage());
    for (String secret : new String[] {"s3cret", "t0ken", "fr4gment", "\n"}) {
      assertFalse(e.getMessage().contains(secret), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://b.example/z, https://b.example/z",
    "HTTP://b.example, http://b.example/",
    "//b.example/z, https://b.example/z",
    "//b.example:9/z, https://b.example:9/z",
    "/z, https://a.example:8443/z",
    "z, https://a.example:8443/x/z",
    "z/, https://a.example:8443/x/z/",
    "../z, https://a.example:8443/z",
    "../../../z, https://a.example:8443/z",
    "., https://a.example:8443/x/",
    "./z:1, https://a.example:8443/x/z:1",
    "?new=2, https://a.example:8443/x/y?new=2",
    "'', https://a.example:8443/x/y?old=1",
    "#f, https://a.example:8443/x/y?old=1",
    "/z#f, https://a.example:8443/z",
    "@b.example/, https://a.example:8443/x/@b.example/",
    ".b.example/, https://a.example:8443/x/.b.example/"
  })
  void resolve_reference_isAsRfc3986Says(String location, String resolved) throws EgressException {
    CanonicalUrl base = CanonicalUrl.parse(BASE);
    assertEquals(resolved, base.resolve(location).toString());
    assertEquals(
        CanonicalUrl.parse(base.httpUrl().resolve(location).toString()), base.resolve(location));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/\\b.example",
        "\\\\b.example",
        "///b.example",
        "//",
        "//user@b.example/",
        "file:///etc/passwd",
        "https:b.example",
        "https:/b.example",
        "javascript:1",
        "z:1",
        "data:,x",
        "/a//b",
        "/%2e%2e/b",
        "/z\r\nSet-Cookie: a=b",
        " https://b.example/"
      })
  void n1_resolve_ambiguousReference_isRefused(String location) throws EgressException {
    CanonicalUrl base = CanonicalUrl.parse(BASE);
    EgressException e = assertThrows(EgressException.class, () -> base.resolve(location));
    assertEquals(EgressException.Kind.MALFORMED, e.kind());
  }
}
