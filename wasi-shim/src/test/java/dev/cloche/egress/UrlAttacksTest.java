package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings that some parser reads as another URL: each is refused, its honest sibling is not. */
class UrlAttacksTest {

  private static void assertMalformed(String url) {
    EgressException e = assertThrows(EgressException.class, () -> CanonicalUrl.parse(url), url);
    assertEquals(EgressException.Kind.MALFORMED, e.kind());
  }

  private static void assertReads(String url, String canonical) throws EgressException {
    assertEquals(canonical, CanonicalUrl.parse(url).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.1",
        "0x7f000001",
        "0x7f.1",
        "0X7F.0.0.1",
        "0177.0.0.1",
        "2130706433",
        "127.0.0.1.",
        "127.0.0.01",
        "127.0.0.256",
        "1.2.3",
        "1.2.3.4.5",
        "example.0x7f",
        "example.0x",
        "example.1",
        "\u0661\u0662\u0667.0.0.1",
        "\uff11\uff12\uff17.0.0.1",
        "127\u30020\u30020\u30021",
        "[::ffff:169.254.169.254]",
        "[::ffff:a00:1]",
        "[::127.0.0.1]",
        "[fe80::1%eth0]",
        "[fe80::1%25eth0]",
        "[::1",
        "::1",
        "[]",
        "[:]",
        "[1]",
        "[1:2:3:4:5:6:7:8:9]",
        "[::1]x",
        "x[::1]",
        "[v1.fe80]"
      })
  void n5_formsOfAddresses_areRefused(String host) {
    assertMalformed("http://" + host + "/");
  }

  @ParameterizedTest
  @CsvSource({
    "93.184.216.34, 93.184.216.34",
    "[2606:2800:0220:0001:0000:0000:0000:0001], [2606:2800:220:1::1]",
    "[2606:0:0:1:0:0:0:1], [2606:0:0:1::1]",
    "[2606:0:1:1:1:0:1:1], [2606:0:1:1:1:0:1:1]",
    "[2606:ABCD::], [2606:abcd::]",
    "[::1], [::1]",
    "[::], [::]",
    "0x7f.example.com, 0x7f.example.com",
    "1.2.3.example, 1.2.3.example"
  })
  void n5_plainAddressesAndNames_haveOneForm(String host, String canonical) throws EgressException {
    assertReads("http://" + host + "/", "http://" + canonical + "/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com.",
        ".example.com",
        "a..example.com",
        "exa\u200bmple.com",
        "\ufeffexample.com",
        "exa\u00admple.com",
        "exa\u200dmple.com",
        "\u202eexample.com",
        "\uff45xample.com",
        "example\u3002com",
        "example\uff0ecom",
        "ex\u0430mple\uff0ecom",
        "fa\u00df.de",
        "\u212aelvin.com",
        "\u03d0.com",
        "xn--example-.com",
        "xn--.com",
        "xn--a.com",
        "xn--\u00fc.com",
        "a_b.com",
        "-a.com",
        "a-.com",
        "a%2ecom",
        "%65xample.com",
        "*.example.com"
      })
  void n7_hostsThatOnlyLookLikeNames_areRefused(String host) {
    assertMalformed("https://" + host + "/");
  }

  @ParameterizedTest
  @CsvSource({
    "EXAMPLE.com, example.com",
    "\u0430pple.com, xn--pple-43d.com",
    "m\u00fcnchen.de, xn--mnchen-3ya.de",
    "mu\u0308nchen.de, xn--mnchen-3ya.de",
    "M\u00dcNCHEN.de, xn--mnchen-3ya.de",
    "XN--MNCHEN-3YA.de, xn--mnchen-3ya.de",
    "\u65e5\u672c\u8a9e.jp, xn--wgv71a119e.jp"
  })
  void n7_names_areShownInAscii(String host, String canonical) throws EgressException {
    assertReads("https://" + host + "/", "https://" + canonical + "/");
  }

  @Test
  void n7_longNames_areRefused() throws EgressException {
    String label = "a".repeat(63);
    String longest = label + "." + label + "." + label + "." + "a".repeat(61);
    assertEquals(253, CanonicalUrl.parse("https://" + longest).host().length());
    assertMalformed("https://" + longest + "a");
    assertMalformed("https://" + label + "a.com");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.com\u0000.allowed.com/",
        "https://evil.com\r\n.allowed.com/",
        "https://allowed.com\t/",
        "https://allowed.com /",
        " https://allowed.com/",
        "https://allowed.com/\n",
        "ht\ntps://allowed.com/",
        "https://allowed.com/a\tb",
        "https://allowed.com/a\u0085b",
        "https://allowed.com/a\u2028b",
        "https://allowed.com/a\u00a0b",
        "https://allowed.com/a\u202eb",
        "https://allowed.com/a\ufeffb",
        "https://allowed.com/a\ufe0fb",
        "https://allowed.com/a\ufe00b",
        "https://allowed.com/a\u180bb",
        "https://allowed.com/a\u180db",
        "https://allowed.com/a\udb40\udd00b",
        "https://allowed.com/a\udb40\uddefb",
        "https://allowed.com/a\u034fb",
        "https://allowed.com/a b",
        "https://allowed.com/?a b",
        "https://allowed.com/#a b",
        "https://allowed.com/#a\u007f",
        "https://allowed.com/a\u3164b",
        "https://allowed.com/a\u115fb",
        "https://allowed.com/?a\\b",
        "https://allowed.com/#a\\b",
        "https://allowed.com/a\udb40\udc41b",
        "https://allowed.com/a\ud800b",
        "https://allowed.com/?a\r\nHost: evil.com",
        "https://allowed.com/#a\u0000",
        "https://evil.com%00.allowed.com/",
        "https://allowed.com/%00",
        "https://allowed.com/a%0d%0aHost:evil.com",
        "https://allowed.com/%7f"
      })
  void n8_hostileCharacters_areRefused(String url) {
    assertMalformed(url);
  }

  @ParameterizedTest
  @CsvSource({
    "https://allowed.com/%20, https://allowed.com/%20",
    "https://allowed.com/caf\u00e9, https://allowed.com/caf%C3%A9",
    "https://allowed.com/\ufe10, https://allowed.com/%EF%B8%90",
    "https://allowed.com/\u180a, https://allowed.com/%E1%A0%8A",
    "https://allowed.com/\u1810, https://allowed.com/%E1%A0%90",
    "https://allowed.com/!~, https://allowed.com/!~",
    "https://allowed.com/?q=%0d%0a, https://allowed.com/?q=%0d%0a",
    "https://allowed.com/?a[b]={'c'}, https://allowed.com/?a%5Bb%5D=%7B%27c%27%7D",
    "https://allowed.com/#fragment, https://allowed.com/"
  })
  void n8_honestCharacters_areEncoded(String url, String canonical) throws EgressException {
    assertReads(url, canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://allowed.com@evil.com/",
        "https://allowed.com:443@evil.com/",
        "https://@evil.com/",
        "https://allowed.com\\@evil.com/",
        "https://evil.com\\@allowed.com/",
        "https://evil.com\\.allowed.com/",
        "https:\\\\evil.com/",
        "https:/\\evil.com/",
        "https://allowed.com%40evil.com/",
        "https://#@evil.com/",
        "https://?@evil.com/",
        "https:///evil.com/",
        "https:/evil.com/",
        "https:evil.com",
        "//evil.com/",
        "/evil.com",
        "",
        "file:///etc/passwd",
        "ftp://evil.com/",
        "javascript:alert(1)",
        "ws://evil.com/",
        "httpss://evil.com/",
        "view-source:https://evil.com/",
        "https://[::1]@evil.com/",
        "https://evil.com:[::1]/"
      })
  void n9_usersAndMisplacedSlashes_areRefused(String url) {
    assertMalformed(url);
  }

  @ParameterizedTest
  @CsvSource({
    "https://allowed.com#@evil.com/, https://allowed.com/",
    "https://allowed.com?@evil.com/, https://allowed.com/?@evil.com/",
    "https://allowed.com/@evil.com, https://allowed.com/@evil.com",
    "https://allowed.com/https://evil.com@x, MALFORMED",
    "HTTPS://allowed.com, https://allowed.com/"
  })
  void n9_whatFollowsTheHost_isNeverTheHost(String url, String canonical) throws EgressException {
    if (canonical.equals("MALFORMED")) {
      assertMalformed(url);
    } else {
      assertReads(url, canonical);
      assertEquals("allowed.com", CanonicalUrl.parse(url).host());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/%2e%2e/admin",
        "/v1/.%2e/admin",
        "/v1/%2E./admin",
        "/v1/%2e/admin",
        "/v1/..;/admin",
        "/v1/..;x=1/admin",
        "/v1/.;/admin",
        "/v1/%2e%2e;/admin",
        "/v1/..%3b/admin",
        "/v1/..%3f/admin",
        "/v1/..%23/admin",
        "/v1/..%20/admin",
        "/v1/..%20;x/admin",
        "/v1/..\uff1bx;/admin",
        "/v1/..%ef%bc%9b%e2%80%a8;/admin",
        "/v1/..%2fadmin",
        "/v1%2fadmin",
        "/v1%2Fadmin",
        "/v1%5cadmin",
        "/v1/..%5cadmin",
        "/v1/..\\admin",
        "/v1/%252e%252e/admin",
        "/v1/%25%32%65%25%32%65/admin",
        "/v1%252fadmin",
        "/v1%25252fadmin",
        "/v1/%c0%ae%c0%ae/admin",
        "/v1%c0%afadmin",
        "/v1%e0%80%afadmin",
        "/v1/%ff",
        "/v1/%ed%a0%80",
        "/v1/%ef%bc%8e%ef%bc%8e/admin",
        "/v1/\uff0e\uff0e/admin",
        "/v1/\u2025/admin",
        "/v1\uff0fadmin",
        "/v1\u2100dmin",
        "/v1%uff0eadmin",
        "/v1/%u002e",
        "/v1/%",
        "/v1/%2",
        "/v1/%2x",
        "/v1/%zz",
        "/v1//admin",
        "//v1",
        "//",
        "/v1/.//admin",
        "/?%",
        "/?%g0"
      })
  void n10_disguisedPaths_areRefused(String path) {
    assertMalformed("https://allowed.com" + path);
  }

  @ParameterizedTest
  @CsvSource({
    "'', /",
    "/, /",
    "/v1, /v1",
    "/v1/, /v1/",
    "/v1/../admin, /admin",
    "/../../admin, /admin",
    "/v1/./x, /v1/x",
    "/v1/x/.., /v1/",
    "/v1/., /v1/",
    "/.., /",
    "/v1/..., /v1/...",
    "/v1/..x, /v1/..x",
    "/%76%31, /v1",
    "/a%e2%82%ac, /a%E2%82%AC",
    "/%7euser, /~user",
    "/100%25, /100%25",
    "/@scope/pkg, /@scope/pkg",
    "/a;b=c, /a;b=c",
    "/a:b, /a:b"
  })
  void n10_honestPaths_haveOneForm(String path, String canonical) throws EgressException {
    assertEquals(canonical, CanonicalUrl.parse("https://allowed.com" + path).path());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":",
        ":0",
        ":00",
        ":0443",
        ":65536",
        ":99999",
        ":-1",
        ":+443",
        ":4 43",
        ":443:443",
        ":0x1bb",
        ":\u0664\u0664\u0663",
        ":443a"
      })
  void n11_portsThatAreNone_areRefused(String port) {
    assertMalformed("https://allowed.com" + port + "/");
  }

  @ParameterizedTest
  @CsvSource({
    "https://allowed.com:443/, https://allowed.com/, 443",
    "http://allowed.com:80/, http://allowed.com/, 80",
    "http://allowed.com:443/, http://allowed.com:443/, 443",
    "https://allowed.com:80/, https://allowed.com:80/, 80",
    "https://allowed.com:65535/, https://allowed.com:65535/, 65535",
    "https://[2606::1]:8443/, https://[2606::1]:8443/, 8443"
  })
  void n11_portsOfTheScheme_areLeftOut(String url, String canonical, int port)
      throws EgressException {
    assertReads(url, canonical);
    assertEquals(port, CanonicalUrl.parse(url).port());
  }
}
