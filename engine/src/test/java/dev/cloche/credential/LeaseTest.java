package dev.cloche.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Injection;
import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.CredentialSource;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTest {
  private static final CredentialRule RULE = FakeLending.rule(Duration.ofMinutes(5), 3);

  private final FakeLending fake = new FakeLending();
  private final LeaseBook book = fake.book("s1", RULE);
  private final CallLeases call = book.forCall("c1", "tool");

  private static void nothing() {}

  private static Injection use(CallLeases leases, Runnable cut) throws EgressException {
    return leases.inject("github", "GET", FakeLending.good(), cut);
  }

  private static EgressException assertDenied(CallLeases leases, String method, CanonicalUrl url) {
    EgressException denial =
        assertThrows(
            EgressException.class,
            () -> leases.inject("github", method, url, LeaseTest::nothing).close());
    assertEquals(EgressException.Kind.DENIED, denial.kind());
    assertEquals("credentials.github", denial.rule());
    assertFalse(String.valueOf(denial.getMessage()).contains("0123"));
    return denial;
  }

  private static void assertDenied(CallLeases leases) {
    var unused = assertDenied(leases, "GET", FakeLending.good());
  }

  @Test
  void c5_withinTheLease_isInjected() throws EgressException {
    try (Injection injection = use(call, LeaseTest::nothing)) {
      assertEquals(Injection.Place.HEADER, injection.place());
      assertEquals("Authorization", injection.name());
      assertEquals("Bearer " + FakeLending.SECRET, injection.value());
      assertEquals("[redacted] x", injection.scrubber().scrub("Bearer tok-0123456789 x"));
    }
    assertEquals(List.of(LeaseEvent.Kind.ISSUED, LeaseEvent.Kind.USED), fake.kinds());
    assertEquals("GET https://api.example.com/repos/a", fake.events.get(1).detail());
  }

  @Test
  void c5_afterTtl_isDenied_andAClockThatStepsBackChangesNothing() throws EgressException {
    use(call, LeaseTest::nothing).close();
    fake.advance(Duration.ofMinutes(5).minusNanos(1));
    use(call, LeaseTest::nothing).close();
    fake.advance(Duration.ofNanos(1));
    assertDenied(call);
    fake.advance(Duration.ofMinutes(-4));
    assertDenied(call);
    assertEquals(LeaseState.EXPIRED, call.state("github"));
    assertEquals(1, fake.kinds().stream().filter(LeaseEvent.Kind.EXPIRED::equals).count());
  }

  @Test
  void c5_moreThanItsUses_isDenied_andAnotherCallHasItsOwn() throws EgressException {
    for (int i = 0; i < 3; i++) {
      use(call, LeaseTest::nothing).close();
    }
    assertDenied(call);
    assertEquals(LeaseState.USED_UP, call.state("github"));
    use(book.forCall("c2", "tool"), LeaseTest::nothing).close();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,https://api.example.com/other",
    "GET,https://api.example.com/repository",
    "GET,https://api.example.com/repos/../other",
    "GET,https://other.example.com/repos/a",
    "GET,https://api.example.com.evil.com/repos/a",
    "GET,http://api.example.com/repos/a",
    "GET,https://api.example.com:8443/repos/a",
    "POST,https://api.example.com/repos/a",
    "get,https://api.example.com/repos/a"
  })
  void c5_siblingHostPathMethod_isDeniedAndCostsNoUse(String method, String url)
      throws EgressException {
    for (int i = 0; i < 5; i++) {
      var unused = assertDenied(call, method, FakeLending.url(url));
    }
    use(call, LeaseTest::nothing).close();
  }

  @Test
  void c5_revokedMidRequest_isCutAndDenied() throws EgressException {
    AtomicInteger cuts = new AtomicInteger();
    use(call, () -> cuts.addAndGet(100)).close();
    Injection running = use(call, cuts::incrementAndGet);
    book.revoke("github");
    assertEquals(1, cuts.get(), "what runs is cut, what has ended is not");
    running.close();
    book.revoke("github");
    assertEquals(1, cuts.get());
    assertDenied(call);
    assertDenied(book.forCall("c2", "tool"));
    assertEquals(1, fake.kinds().stream().filter(LeaseEvent.Kind.REVOKED::equals).count());
  }

  @Test
  void c5_aCutThatThrows_doesNotSaveTheOthers() throws EgressException {
    AtomicInteger cuts = new AtomicInteger();
    Runnable bad =
        () -> {
          cuts.incrementAndGet();
          throw new IllegalStateException("cut");
        };
    try (Injection one = use(call, bad);
        Injection two = use(call, bad);
        Injection three = use(call, bad)) {
      assertEquals(3, List.of(one, two, three).size());
      assertThrows(IllegalStateException.class, book::revokeAll);
    }
    assertEquals(3, cuts.get());
    assertTrue(fake.kinds().contains(LeaseEvent.Kind.REVOKED));
  }

  @Test
  void c5_afterItsCallOrSession_isDenied() throws EgressException {
    use(call, LeaseTest::nothing).close();
    CallLeases other = book.forCall("c2", "tool");
    call.close();
    assertDenied(call);
    use(other, LeaseTest::nothing).close();
    book.close();
    assertDenied(other);
    assertThrows(IllegalStateException.class, () -> book.forCall("c3", "tool"));
  }

  @Test
  void c5_otherSession_hasNoneOfIt() {
    LeaseBook other = LeaseBook.of("s2", List.of(), LeaseSettings.defaults());
    assertDenied(other.forCall("c1", "tool"));
  }

  @Test
  void issuer_thatThrowsOrIsEmptyOrShort_isDeniedAndAskedOnce() {
    AtomicInteger asked = new AtomicInteger();
    List<CredentialIssuer> bad =
        List.of(
            request -> {
              throw new java.io.IOException(FakeLending.SECRET);
            },
            request -> {
              throw new StackOverflowError(FakeLending.SECRET);
            },
            request -> Credential.of("short"),
            request -> Credential.of("line\nfeed-123456"),
            request -> Credential.of("no header: \u00e9\u00e9\u00e9\u00e9"),
            request -> Credential.of("half a character \ud800"),
            request -> {
              Credential closed = Credential.of(FakeLending.SECRET);
              closed.close();
              return closed;
            });
    for (CredentialIssuer issuer : bad) {
      asked.set(0);
      CredentialIssuer counted =
          request -> {
            asked.incrementAndGet();
            return issuer.issue(request);
          };
      CallLeases leases = fake.book("s1", RULE, counted, fake.events::add).forCall("c1", "tool");
      assertDenied(leases);
      assertDenied(leases);
      assertEquals(1, asked.get());
    }
    assertFalse(fake.events.toString().contains(FakeLending.SECRET));
  }

  @Test
  void issuer_thatNeverAnswers_isDenied() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    CredentialIssuer stuck =
        request -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return Credential.of(FakeLending.SECRET);
        };
    assertDenied(fake.book("s1", RULE, stuck, fake.events::add).forCall("c1", "tool"));
    interrupted.await();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISSUED", "USED"})
  void c8_whatCannotBeRecorded_isDenied(LeaseEvent.Kind kind) {
    LeaseListener listener =
        event -> {
          if (event.kind() == kind) {
            throw new IllegalStateException("disk full");
          }
        };
    LeaseBook failing = fake.book("s1", RULE, r -> Credential.of(FakeLending.SECRET), listener);
    assertDenied(failing.forCall("c1", "tool"));
  }

  @Test
  void c5_revokedWhileIssued_isDenied() {
    LeaseBook[] own = new LeaseBook[1];
    CredentialIssuer issuer =
        request -> {
          own[0].revoke("github");
          return Credential.of(FakeLending.SECRET);
        };
    own[0] = fake.book("s1", RULE, issuer, fake.events::add);
    assertDenied(own[0].forCall("c1", "tool"));
  }

  @Test
  void c5_eightThreads_getExactlyTheUses() throws Exception {
    int uses = 1_000;
    LeaseBook many = fake.book("s1", FakeLending.rule(Duration.ofHours(1), uses));
    CallLeases leases = many.forCall("c1", "tool");
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Integer>> taken = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      taken.add(
          threads.submit(
              () -> {
                start.await();
                return uses(leases, 400);
              }));
    }
    start.countDown();
    int sum = 0;
    for (Future<Integer> each : taken) {
      sum += each.get();
    }
    threads.shutdown();
    assertEquals(uses, sum);
    assertEquals(1, fake.kinds().stream().filter(LeaseEvent.Kind.ISSUED::equals).count());
  }

  private static int uses(CallLeases leases, int attempts) {
    int uses = 0;
    for (int i = 0; i < attempts; i++) {
      try {
        use(leases, LeaseTest::nothing).close();
        uses++;
      } catch (EgressException e) {
        assertEquals(EgressException.Kind.DENIED, e.kind());
      }
    }
    return uses;
  }

  @Test
  void c1_nothingShowsTheSecret() throws EgressException {
    Credential credential = Credential.of(FakeLending.SECRET);
    try (Injection injection = use(call, LeaseTest::nothing)) {
      List<Object> all =
          List.of(credential, injection, call, book, fake.events, RULE, injection.scrubber());
      assertFalse(all.toString().contains("0123"), all.toString());
      all.stream()
          .filter(one -> one != fake.events && one != RULE)
          .forEach(one -> assertFalse(one instanceof Serializable));
    }
    assertEquals("x [redacted]", call.scrubber().scrub("x " + FakeLending.SECRET));
    assertEquals("x [redacted]", book.scrubber().scrub("x " + FakeLending.SECRET));
    credential.close();
    assertThrows(IllegalStateException.class, credential::reveal);
  }

  @Test
  void c6_placeholder_isFilledInTheTemplateAlone() throws EgressException {
    LeaseBook braces =
        fake.book("s1", RULE, request -> Credential.of("{}secret{}{}"), fake.events::add);
    CanonicalUrl url = FakeLending.url("https://api.example.com/repos/a?x=%7B%7D");
    try (Injection injection =
        braces.forCall("c1", "t").inject("github", "GET", url, LeaseTest::nothing)) {
      assertEquals("Bearer {}secret{}{}", injection.value());
      assertEquals("Authorization", injection.name());
    }
    EgressException unbound =
        assertThrows(
            EgressException.class, () -> call.inject("{}", "GET", url, LeaseTest::nothing).close());
    assertEquals("credentials.{}", unbound.rule());
  }

  @Test
  void c5_credentialWithoutAPlaceInRequests_isPutIntoNone() {
    Lending held =
        new Lending(
            "github",
            CredentialRule.forCommands(new CredentialSource.Issuer()),
            FakeLending.lending(RULE).audience());
    LeaseBook book =
        LeaseBook.of(
            "s1",
            List.of(held),
            new LeaseSettings(
                request -> Credential.of(FakeLending.SECRET),
                fake.events::add,
                Duration.ofSeconds(1),
                fake.nanos::get));
    EgressException denied =
        assertThrows(
            EgressException.class, () -> use(book.forCall("c1", "t"), LeaseTest::nothing).close());
    assertEquals(EgressException.Kind.DENIED, denied.kind());
    assertFalse(fake.kinds().contains(LeaseEvent.Kind.USED));
  }

  @Test
  void c2_basic_hidesWhatItSaysInPlain() throws EgressException {
    CredentialRule basic =
        CredentialRule.header(new CredentialSource.Issuer(), "Authorization")
            .withTemplate("Basic {}");
    String token =
        java.util.Base64.getEncoder()
            .encodeToString("user:passw0rd!".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    LeaseBook basicBook = fake.book("s1", basic, r -> Credential.of(token), fake.events::add);
    try (Injection injection = use(basicBook.forCall("c1", "t"), LeaseTest::nothing)) {
      assertEquals("[redacted]", injection.scrubber().scrub("Basic " + token));
      assertEquals("[redacted]", injection.scrubber().scrub("user:passw0rd!"));
      assertEquals("pw=[redacted]", injection.scrubber().scrub("pw=passw0rd!"));
      assertEquals("user", injection.scrubber().scrub("user"));
    }
  }
}
