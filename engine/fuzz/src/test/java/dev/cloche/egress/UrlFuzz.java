package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * The decision on a URL. Lines of the input: a pattern that allows, one that denies, the URL, where
 * a redirect leads to.
 */
public final class UrlFuzz implements FuzzTarget {

  @Override
  public String name() {
    return "url";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        seed("https://a.example/v1", "https://a.example/v1/x", "https://a.example/v1/y", "../z"),
        seed("https://*.example.com", "https://b.example.com/", "https://a.example.com/", "//x.y"),
        seed("http://10.0.0.1:8080/", "https://x.y/", "http://10.0.0.1:8080/a?b#c", "?q=%20"),
        seed("http://[2606:2800::1]/", "http://[::1]/", "http://[2606:2800:0::1]:80/%2e%2e/", "/a"),
        seed("https://xn--mnchen-3ya.de/", "https://a.b/", "https://M\u00fcnchen.de/;x/..", "#f"),
        seed("https://a.b/", "https://a.b/c", "https://user@a.b\\@evil.com:443/", "http:x"));
  }

  private static byte[] seed(String... lines) {
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void run(byte[] input) {
    String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", 4);
    if (lines.length < 4) {
      return;
    }
    Optional<UrlPattern> allow = pattern(lines[0]);
    Optional<UrlPattern> deny = pattern(lines[1]);
    Optional<CanonicalUrl> url = url(lines[2]);
    url.ifPresent(UrlFuzz::assertOneReading);
    url.flatMap(from -> resolved(from, lines[3])).ifPresent(UrlFuzz::assertOneReading);
    if (allow.isPresent() && deny.isPresent() && url.isPresent()) {
      assertDecision(allow.get(), deny.get(), url.get());
      resolved(url.get(), lines[3])
          .ifPresent(next -> assertDecision(allow.get(), deny.get(), next));
    }
  }

  private static Optional<UrlPattern> pattern(String text) {
    try {
      UrlPattern pattern = UrlPattern.parse(text);
      assertEquals(pattern, UrlPattern.parse(pattern.toString()));
      return Optional.of(pattern);
    } catch (IllegalArgumentException refused) {
      assertPlain(refused);
      return Optional.empty();
    }
  }

  private static Optional<CanonicalUrl> url(String text) {
    try {
      return Optional.of(CanonicalUrl.parse(text));
    } catch (EgressException refused) {
      assertEquals(EgressException.Kind.MALFORMED, refused.kind());
      assertPlain(refused);
      return Optional.empty();
    }
  }

  private static Optional<CanonicalUrl> resolved(CanonicalUrl from, String location) {
    try {
      return Optional.of(from.resolve(location));
    } catch (EgressException refused) {
      assertEquals(EgressException.Kind.MALFORMED, refused.kind());
      return Optional.empty();
    }
  }

  /** What was given is escaped, so that no record or terminal is written to. */
  private static void assertPlain(Exception refusal) {
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.chars().allMatch(c -> c >= ' ' && c != 0x7f), message);
  }

  /** The one form is a fixed point, and what the client dials is what was decided on. */
  private static void assertOneReading(CanonicalUrl url) {
    String text = url.toString();
    assertEquals(Optional.of(url), url(text));
    assertTrue(text.chars().allMatch(c -> c > ' ' && c < 0x7f), text);
    HttpUrl dialled = url.httpUrl();
    assertEquals(text, dialled.toString());
    assertEquals(url.host(), dialled.host());
    assertEquals(url.port(), dialled.port());
    assertEquals(url.path(), dialled.encodedPath());
    assertEquals("", dialled.username() + dialled.password());
    String authority = url.origin().substring(url.scheme().length() + 3);
    assertTrue(authority.chars().noneMatch(c -> "@\\/?#%".indexOf(c) >= 0), authority);
    assertTrue(text.startsWith(url.origin() + "/"));
    for (String segment : url.path().split("/", -1)) {
      assertFalse(segment.equals(".") || segment.equals(".."), text);
    }
  }

  /** Deny beats allow; without an allow all is denied; an allow is for its own origin. */
  private static void assertDecision(UrlPattern allow, UrlPattern deny, CanonicalUrl url) {
    List<EgressRule> allowed = List.of(rule("network.allow[0]", allow));
    List<EgressRule> denied = List.of(rule("network.deny[0]", deny));
    EgressRules both = EgressRules.of(allowed, denied);
    boolean decision = both.decide("GET", url).allowed();
    boolean alone = EgressRules.of(allowed, List.of()).decide("GET", url).allowed();
    assertTrue(!decision || alone);
    assertTrue(!decision || !deny.matches(url));
    assertFalse(EgressRules.of(List.of(), denied).decide("GET", url).allowed());
    assertFalse(both.and(EgressRules.of(List.of(), List.of())).decide("GET", url).allowed());
    assertEquals(decision, both.and(both).decide("GET", url).allowed());
    assertFalse(both.decide("get", url).allowed());
    if (alone) {
      assertEquals(allow.scheme(), url.scheme());
      assertEquals(allow.port(), url.port());
      assertTrue(
          allow.isWildcard()
              ? url.host().endsWith("." + allow.host())
              : url.host().equals(allow.host()));
      assertTrue(url.path().startsWith(allow.path()));
    }
  }

  private static EgressRule rule(String id, UrlPattern pattern) {
    return new EgressRule(id, pattern, Set.of(), false, Optional.empty());
  }
}
