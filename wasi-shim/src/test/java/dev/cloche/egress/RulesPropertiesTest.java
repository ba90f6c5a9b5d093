package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** What holds for all rules and requests; the model compares strings and knows no pattern. */
class RulesPropertiesTest {

  /** A rule as a person would write it down. */
  record Written(
      String scheme,
      String host,
      int port,
      String path,
      Set<String> methods,
      boolean open,
      String credential) {

    EgressRule rule(String id, boolean grants) {
      UrlPattern pattern = UrlPattern.parse(scheme + "://" + host + ":" + port + path);
      boolean exact = !host.startsWith("*");
      Optional<String> name = Optional.of(credential).filter(n -> grants && !n.isEmpty());
      return new EgressRule(id, pattern, methods, grants && exact && open, name);
    }

    boolean holds(String method, String wholeUrl) {
      if (!methods.isEmpty() && !methods.contains(method)) {
        return false;
      }
      String origin = wholeUrl.substring(0, wholeUrl.indexOf('/', 8));
      String rest = wholeUrl.substring(origin.length());
      String ends = (host.startsWith("*") ? host.substring(1) : "://" + host) + ":" + port;
      boolean under =
          path.endsWith("/") ? rest.startsWith(path) : (rest + "/").startsWith(path + "/");
      return origin.startsWith(scheme + "://") && origin.endsWith(ends) && under;
    }
  }

  /** A layer as a person would write it down. */
  record Document(List<Written> allow, List<Written> deny, boolean asked) {
    EgressRules rules() {
      List<EgressRule> allowing = new ArrayList<>();
      List<EgressRule> denying = new ArrayList<>();
      allow.forEach(rule -> allowing.add(rule.rule("allow" + allowing.size(), true)));
      deny.forEach(rule -> denying.add(rule.rule("deny" + denying.size(), false)));
      return asked ? EgressRules.asked(allowing) : EgressRules.of(allowing, denying);
    }

    boolean allows(String method, String url) {
      return allow.stream().anyMatch(rule -> rule.holds(method, url))
          && (asked || deny.stream().noneMatch(rule -> rule.holds(method, url)));
    }
  }

  @Provide
  static Arbitrary<Document> documents() {
    Arbitrary<Written> allow = rules("/", "/", "/", "/v1", "/v1/", "/v1/x", "/v10");
    Arbitrary<Written> deny = rules("/v1", "/v1/", "/v1/x", "/v10", "/v1/x/y");
    return Combinators.combine(
            allow.list().ofMaxSize(12),
            deny.list().ofMaxSize(2),
            Arbitraries.of(true, false, false))
        .as(Document::new);
  }

  private static Arbitrary<Written> rules(String... paths) {
    return Combinators.combine(
            Arbitraries.of("https", "https", "https", "https", "https", "http"),
            Arbitraries.of(
                "a.example.com",
                "a.example.com",
                "a.example.com",
                "*.example.com",
                "*.a.example.com",
                "10.0.0.1"),
            Arbitraries.of(443, 443, 443, 443, 443, 8443),
            Arbitraries.of(paths),
            Arbitraries.<Set<String>>of(Set.of(), Set.of(), Set.of("GET"), Set.of("POST", "GET")),
            Arbitraries.of(true, true, false),
            Arbitraries.of("", "one", "one", "two"))
        .as(Written::new);
  }

  @Provide
  static Arbitrary<String> urls() {
    return Combinators.combine(
            Arbitraries.of("https", "https", "https", "https", "https", "http"),
            Arbitraries.of(
                "a.example.com",
                "a.example.com",
                "a.example.com",
                "a.example.com",
                "a.example.com",
                "example.com",
                "b.a.example.com",
                "evilexample.com",
                "a.example.com.evil.com",
                "10.0.0.1"),
            Arbitraries.of(443, 443, 443, 443, 443, 8443),
            Arbitraries.of(
                "/", "/v1", "/v1/", "/v1/x", "/v1/x/y", "/v10", "/v1;x", "/V1", "/v1/../x"))
        .as((scheme, host, port, path) -> scheme + "://" + host + ":" + port + path);
  }

  @Provide
  static Arbitrary<String> methods() {
    return Arbitraries.of("GET", "GET", "POST");
  }

  /** Scheme, host, port and path of the one form, with the port always told. */
  private static String whole(CanonicalUrl url) {
    return url.scheme() + "://" + url.host() + ":" + url.port() + url.path();
  }

  @Property(tries = 1000)
  void whatIsAllowed_isInARuleOfEachLayer_andInNoneThatDenies(
      @ForAll("documents") Document first,
      @ForAll("documents") Document second,
      @ForAll("methods") String method,
      @ForAll("urls") String text)
      throws EgressException {
    CanonicalUrl url = CanonicalUrl.parse(text);
    boolean allowed = first.rules().and(second.rules()).decide(method, url).allowed();
    Statistics.collect(allowed);
    Statistics.coverage(coverage -> coverage.check(true).percentage(p -> p > 5));
    if (allowed) {
      assertTrue(first.allows(method, whole(url)));
      assertTrue(second.allows(method, whole(url)));
    }
  }

  @Property(tries = 1000)
  void whatARuleAllows_andNoneDenies_isAllowed(
      @ForAll("documents") Document document,
      @ForAll("methods") String method,
      @ForAll("urls") String text)
      throws EgressException {
    CanonicalUrl url = CanonicalUrl.parse(text);
    boolean allowed = document.rules().decide(method, url).allowed();
    boolean lenient = !url.path().equals(url.lenientPath());
    Statistics.collect(allowed);
    Statistics.coverage(coverage -> coverage.check(true).percentage(p -> p > 15));
    assertTrue(allowed == document.allows(method, whole(url)) || (lenient && !allowed));
  }

  @Property(tries = 1000)
  void and_isCommutativeAssociativeAndIdempotent(
      @ForAll("documents") Document a,
      @ForAll("documents") Document b,
      @ForAll("documents") Document c,
      @ForAll("methods") String method,
      @ForAll("urls") String text)
      throws EgressException {
    EgressRules x = a.rules();
    EgressRules y = b.rules();
    EgressRules z = c.rules();
    assertEquals(x.and(y), y.and(x));
    assertEquals(x.and(y).hashCode(), y.and(x).hashCode());
    assertEquals(x.and(y).and(z), x.and(y.and(z)));
    assertEquals(x, x.and(x));
    CanonicalUrl url = CanonicalUrl.parse(text);
    assertEquals(x.and(y).and(z).decide(method, url), z.and(y.and(x)).decide(method, url));
  }

  @Property(tries = 1000)
  void and_neverWidens(
      @ForAll("documents") Document a,
      @ForAll("documents") Document b,
      @ForAll("methods") String method,
      @ForAll("urls") String text)
      throws EgressException {
    CanonicalUrl url = CanonicalUrl.parse(text);
    EgressDecision one = a.rules().decide(method, url);
    EgressDecision two = b.rules().decide(method, url);
    EgressDecision both = a.rules().and(b.rules()).decide(method, url);
    boolean bothCredentials = one.credential().isPresent() && two.credential().isPresent();
    Statistics.collect(both.allowed(), both.privateAddress(), both.credential().isPresent());
    Statistics.coverage(
        coverage -> {
          coverage.check(true, true, true).count(n -> n > 0);
          coverage.check(true, false, false).count(n -> n > 0);
        });
    boolean clash = bothCredentials && !one.credential().equals(two.credential());
    assertEquals(one.allowed() && two.allowed() && !clash, both.allowed());
    if (both.allowed()) {
      assertEquals(
          (a.asked || one.privateAddress())
              && (b.asked || two.privateAddress())
              && !(a.asked && b.asked),
          both.privateAddress());
      both.credential()
          .ifPresent(
              name -> {
                assertTrue(a.asked || one.credential().equals(Optional.of(name)));
                assertTrue(b.asked || two.credential().equals(Optional.of(name)));
                assertFalse(a.asked && b.asked);
              });
    }
  }
}
