package dev.cloche.credential;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.UrlPattern;
import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.CredentialSource;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A session whose credential {@code github} goes to one host, with a clock that is set by hand. */
final class FakeLending {
  static final String SECRET = "tok-0123456789";

  final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  final List<LeaseEvent> events = new CopyOnWriteArrayList<>();

  static CredentialRule rule(Duration ttl, int uses) {
    return CredentialRule.header(new CredentialSource.Issuer(), "Authorization")
        .withTemplate("Bearer {}")
        .lasting(ttl, uses);
  }

  static Lending lending(CredentialRule rule) {
    UrlPattern pattern = UrlPattern.parse("https://api.example.com/repos/");
    return new Lending("github", rule, List.of(new Audience(pattern, Set.of("GET"))));
  }

  static CanonicalUrl url(String text) {
    try {
      return CanonicalUrl.parse(text);
    } catch (EgressException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static CanonicalUrl good() {
    return url("https://api.example.com/repos/a?q=1");
  }

  LeaseBook book(String session, CredentialRule rule) {
    return book(session, rule, request -> Credential.of(SECRET), events::add);
  }

  LeaseBook book(
      String session, CredentialRule rule, CredentialIssuer issuer, LeaseListener listener) {
    return LeaseBook.of(
        session,
        List.of(lending(rule)),
        new LeaseSettings(issuer, listener, Duration.ofMillis(500), nanos::get));
  }

  void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  List<LeaseEvent.Kind> kinds() {
    return events.stream().map(LeaseEvent::kind).toList();
  }
}
