package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import okhttp3.HttpUrl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens to a URL when something hostile is put in at every place: it is refused, or its host
 * is the one that the naive reading gives.
 */
class UrlMutationTest {
  private static final List<String> HOSTILE =
      List.of(
          "\u0000",
          "\t",
          "\n",
          "\r",
          " ",
          "\u000b",
          "\u007f",
          "\u0085",
          "\u00a0",
          "\u00ad",
          "\u200b",
          "\u200d",
          "\u200e",
          "\u2028",
          "\u202e",
          "\u2060",
          "\u3002",
          "\uff0e",
          "\uff0f",
          "\uff20",
          "\uff3c",
          "\uff1a",
          "\uff1f",
          "\uff03",
          "\ufe55",
          "\ufeff",
          "\ud83d",
          "\u0430",
          "\u212a",
          "\u00df",
          "\u2100",
          "\u2488",
          "\\",
          "\\\\",
          "@",
          "@evil.com",
          "%40evil.com",
          ":",
          ":80",
          ":0",
          ":443@evil.com",
          "#",
          "?",
          "/",
          "//",
          "/../",
          "/..;/",
          "\\@evil.com",
          "#@evil.com/",
          "?@evil.com/",
          "/@evil.com",
          "%",
          "%00",
          "%0a",
          "%2e",
          "%2f",
          "%5c",
          "%252e",
          "%c0%ae",
          "%ef%bc%8e",
          ".",
          "..",
          "[",
          "]",
          "[::1]",
          "[::ffff:10.0.0.1]",
          ";",
          "*",
          "*.",
          "|",
          "<",
          "^",
          "`",
          "'",
          "\"",
          "{",
          "0x7f",
          "xn--",
          "-",
          "_");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://allowed.example:8443/v1/a?q=b",
        "http://a.b/%41/../c",
        "https://10.1.2.3/x",
        "https://[2606:2800::1]:99/x",
        "https://xn--mnchen-3ya.de/?a#b"
      })
  void n9_hostileInsertion_neverMakesAnotherHost(String url) throws Exception {
    int accepted = 0;
    for (String hostile : HOSTILE) {
      for (int at = 0; at <= url.length(); at++) {
        accepted += check(url.substring(0, at) + hostile + url.substring(at)) ? 1 : 0;
      }
    }
    assertEquals(HttpUrl.parse(url).host(), CanonicalUrl.parse(url).host());
    assertTrue(accepted > 0, "no mutation was accepted, so nothing was shown");
  }

  private static boolean check(String text) throws UnknownHostException {
    CanonicalUrl url;
    try {
      url = CanonicalUrl.parse(text);
    } catch (EgressException e) {
      assertEquals(EgressException.Kind.MALFORMED, e.kind());
      return false;
    }
    String naive = naiveHost(text);
    if (naive.startsWith("[")) {
      assertEquals(InetAddress.getByName(naive), InetAddress.getByName(url.host()), text);
    } else {
      assertEquals(naive, url.host(), text);
    }
    assertEquals(HttpUrl.parse(text).host(), url.host(), text);
    assertEquals(HttpUrl.parse(text).port(), url.port(), text);
    return true;
  }

  /** What stands between the slashes and the next border, without the port. */
  private static String naiveHost(String text) {
    String rest = text.substring(text.indexOf("//") + 2);
    String authority = rest.split("[/?#]", 2)[0];
    if (authority.startsWith("[")) {
      return authority.substring(0, authority.indexOf(']') + 1);
    }
    return IDN.toASCII(authority.split(":", 2)[0], IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
  }
}
