package dev.cloche.testkit;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates URLs as guests write them: plain ones, odd ones, and such that want past a rule. */
public final class UrlStrings {

  /** Hosts that two readers may take for different ones, and addresses in many forms. */
  private static final List<String> HOSTILE_HOSTS =
      List.of(
          "127.0.0.1",
          "2130706433",
          "0x7f.1",
          "017700000001",
          "127.1",
          "0",
          "[::1]",
          "[::ffff:127.0.0.1]",
          "[64:ff9b::7f00:1]",
          "[fe80::1%25eth0]",
          "169.254.169.254",
          "[fd00:ec2::254]",
          "localhost",
          "localhost.",
          "api.example.com.",
          "api.example.com@evil.example",
          "evil.example#@api.example.com",
          "evil.example\\@api.example.com",
          "api.example.com\\.evil.example",
          "api.example.com%00.evil.example",
          "api.example.com%2eevil.example",
          "api.example.com:443@evil.example",
          "api\u3002example\u3002com",
          "\u0430pi.example.com",
          "api.\u212axample.com",
          "xn--80ak6aa92e.com",
          "api.example.com\t.evil.example",
          "a".repeat(64) + ".example",
          "a.".repeat(127) + "example",
          "",
          ":",
          "[",
          "[::1");

  private static final List<String> HOSTILE_PATHS =
      List.of(
          "/v1/../admin",
          "/v1/%2e%2e/admin",
          "/v1/.%2e/admin",
          "/v1/..%2fadmin",
          "/v1/..;/admin",
          "/v1\\..\\admin",
          "/v1/%252e%252e/admin",
          "/v1//admin",
          "//evil.example/",
          "/v1/%00",
          "/v1\r\nHost: evil.example",
          "/v1?next=https://evil.example",
          "/v1#/../admin",
          "/%",
          "/%zz",
          "/" + "a/".repeat(4096));

  private UrlStrings() {}

  private static Arbitrary<String> pieces(int min, int max, String... pieces) {
    return Arbitraries.of(pieces)
        .list()
        .ofMinSize(min)
        .ofMaxSize(max)
        .map(parts -> String.join("", parts));
  }

  /** Returns URLs of {@code api.example.com} and its neighbours, as a person writes them. */
  public static Arbitrary<String> plain() {
    return Combinators.combine(
            Arbitraries.of("https://", "http://"),
            Arbitraries.of("api.example.com", "example.com", "b.api.example.com"),
            Arbitraries.of("", ":443", ":8443"),
            Arbitraries.of("/", "/v1", "/v1/", "/v1/x", "/v1/x?a=b", "/v10"))
        .as((scheme, host, port, path) -> scheme + host + port + path);
  }

  /**
   * Returns URLs that some readers refuse and some read differently: upper case, dots and escapes
   * in paths, brackets and other odd characters, ports at their edges, addresses, other letters.
   */
  public static Arbitrary<String> odd() {
    Arbitrary<String> slashed =
        paths().map(path -> path.isEmpty() || path.startsWith("/") ? path : "/" + path);
    return Combinators.combine(schemes(), hosts(), ports(), slashed, queries())
        .as((scheme, host, port, path, query) -> scheme + host + port + path + query);
  }

  private static Arbitrary<String> schemes() {
    return Arbitraries.of(
        "https://", "http://", "HTTPS://", "https://", "http://", "https://", "https:/");
  }

  private static Arbitrary<String> hosts() {
    Arbitrary<String> names =
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
    Arbitrary<String> addresses =
        Arbitraries.of(
            "10.0.0.1", "[::1]", "[2606:0::A]", "[::ffff:1.2.3.4]", "0x1", "x@y", "a\\b", "");
    return Arbitraries.frequencyOf(Tuple.of(4, names), Tuple.of(1, addresses));
  }

  private static Arbitrary<String> ports() {
    return Arbitraries.of("", "", "", "", ":443", ":80", ":8443", ":9", ":0");
  }

  private static Arbitrary<String> paths() {
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
    return Combinators.combine(
            honest, Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.just("")), Tuple.of(1, odd)))
        .as((first, second) -> first + second);
  }

  private static Arbitrary<String> queries() {
    return pieces(0, 4, "?", "a=b", "&", "%41", "%2f", "'", "[", "#", "\u00e9", "?", "+", "=", "%");
  }

  /**
   * Returns URLs that somebody might think of who wants past a rule for {@code
   * https://api.example.com/v1/}: user names, loopback and metadata addresses in their forms, look
   * alikes, ways up, escapes of escapes, line ends, other schemes.
   */
  public static Arbitrary<String> hostile() {
    Arbitrary<String> schemes =
        Arbitraries.of(
            "https://",
            "http://",
            "https:",
            "https:///",
            "HtTpS://",
            "file://",
            "ftp://",
            "jar:https://",
            "//",
            "");
    Arbitrary<String> hosts =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.of(HOSTILE_HOSTS)),
            Tuple.of(2, Arbitraries.just("api.example.com")));
    Arbitrary<String> ports =
        Arbitraries.of(
            "", "", "", ":443", ":0", ":65536", ":-1", ":0443", ":443:80", ":", ":4\u0664 3");
    Arbitrary<String> paths =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.of(HOSTILE_PATHS)),
            Tuple.of(1, Arbitraries.of("", "/", "/v1/x")));
    return Combinators.combine(schemes, hosts, ports, paths)
        .as((scheme, host, port, path) -> scheme + host + port + path);
  }

  /** Returns URLs of all kinds, most of them odd or hostile, and some that are no URLs at all. */
  public static Arbitrary<String> any() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, plain()),
        Tuple.of(7, odd()),
        Tuple.of(3, hostile()),
        Tuple.of(1, Arbitraries.strings().ofMaxLength(40)));
  }
}
