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
}
