package dev.cloche.hatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchEvent;
import dev.cloche.HatchListener;
import dev.cloche.HatchOperation.ExtraMount;
import dev.cloche.HatchOperation.ExtraUrl;
import dev.cloche.HatchOperation.MoreFuel;
import dev.cloche.HatchOperation.NativeCommand;
import dev.cloche.HatchRequest;
import dev.cloche.egress.UrlPattern;
import dev.cloche.workspace.Access;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HatchTest {
  private static final ExtraUrl URL =
      new ExtraUrl(UrlPattern.parse("https://api.example.com/v1/"), Set.of("GET"));

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<HatchEvent> events = new CopyOnWriteArrayList<>();
  private final HatchBook book = book("s1", request -> HatchApprover.Answer.APPROVE, events::add);

  private HatchBook book(String session, HatchApprover approver, HatchListener listener) {
    return new HatchBook(session, approver, listener, Duration.ofMillis(300), nanos::get);
  }

  private Hatch approved(int uses, boolean oneCall) {
    return book.request(new HatchRequest(URL, "to see", uses, oneCall, Duration.ofMinutes(1)))
        .orElseThrow();
  }

  private static void nothing() {}

  private static boolean opens(HatchBook book, Hatch hatch, String call) {
    Optional<HatchUse<ExtraUrl>> use =
        book.consume(hatch, call, ExtraUrl.class, url -> true, HatchTest::nothing);
    use.ifPresent(HatchUse::close);
    return use.isPresent();
  }

  private List<HatchEvent.Kind> kinds() {
    return events.stream().map(HatchEvent::kind).toList();
  }

  @Test
  void c7_approved_opensAsOftenAsApproved_eachStepTold() {
    Hatch hatch = approved(2, true);
    assertTrue(opens(book, hatch, "c1"));
    assertTrue(opens(book, hatch, "c1"));
    assertFalse(opens(book, hatch, "c1"));
    assertEquals(Hatch.State.USED_UP, hatch.state());
    assertEquals(0, hatch.usesLeft());
    assertEquals(
        List.of(
            HatchEvent.Kind.REQUESTED,
            HatchEvent.Kind.APPROVED,
            HatchEvent.Kind.USED,
            HatchEvent.Kind.USED,
            HatchEvent.Kind.REFUSED),
        kinds());
  }

  @Test
  void c7_expired_isRefused_whateverTheClockDoesThen() {
    Hatch hatch = approved(5, false);
    nanos.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
    assertTrue(opens(book, hatch, "c1"));
    nanos.addAndGet(1);
    assertFalse(opens(book, hatch, "c1"));
    nanos.addAndGet(-1_000);
    assertFalse(opens(book, hatch, "c1"));
    assertEquals(Hatch.State.EXPIRED, hatch.state());
  }

  @Test
  void c7_revokedMidCall_isCutAndRefused() {
    Hatch hatch = approved(5, false);
    AtomicInteger cuts = new AtomicInteger();
    HatchUse<ExtraUrl> running =
        book.consume(hatch, "c1", ExtraUrl.class, url -> true, cuts::incrementAndGet).orElseThrow();
    assertEquals(URL, running.operation());
    hatch.revoke();
    hatch.revoke();
    assertEquals(1, cuts.get());
    assertFalse(opens(book, hatch, "c1"));
    assertEquals(1, kinds().stream().filter(HatchEvent.Kind.REVOKED::equals).count());
    Hatch other = approved(1, true);
    assertTrue(opens(book, other, "c1"), "another one still opens");
  }

  @Test
  void c7_approvedForOneUsedForAnother_isRefusedAndCostsNoUse() {
    Hatch hatch = approved(1, true);
    assertTrue(
        book.consume(hatch, "c1", MoreFuel.class, fuel -> true, HatchTest::nothing).isEmpty());
    assertTrue(
        book.consume(hatch, "c1", NativeCommand.class, c -> true, HatchTest::nothing).isEmpty());
    Predicate<ExtraUrl> post = url -> url.methods().contains("POST");
    assertTrue(book.consume(hatch, "c1", ExtraUrl.class, post, HatchTest::nothing).isEmpty());
    HatchBook otherSession = book("s2", request -> HatchApprover.Answer.APPROVE, events::add);
    assertFalse(opens(otherSession, hatch, "c1"));
    assertTrue(opens(book, hatch, "c1"));
  }

  @Test
  void c7_ofOneCall_isRefusedInAnother() {
    Hatch hatch = approved(3, true);
    assertTrue(opens(book, hatch, "c1"));
    assertFalse(opens(book, hatch, "c2"));
    assertTrue(opens(book, hatch, "c1"));
    Hatch ofMany = approved(3, false);
    assertTrue(opens(book, ofMany, "c1"));
    assertTrue(opens(book, ofMany, "c2"));
  }

  @Test
  void c7_approverThatFails_isNo() {
    CountDownLatch never = new CountDownLatch(1);
    List<HatchApprover> noes =
        List.of(
            HatchApprover.none(),
            request -> {
              throw new java.io.IOException("no answer");
            },
            request -> {
              throw new StackOverflowError();
            },
            request -> null,
            request -> {
              never.await();
              return HatchApprover.Answer.APPROVE;
            });
    for (HatchApprover approver : noes) {
      events.clear();
      HatchBook asked = book("s1", approver, events::add);
      assertTrue(asked.request(HatchRequest.once(URL, "to see")).isEmpty());
      assertEquals(List.of(HatchEvent.Kind.REQUESTED, HatchEvent.Kind.DENIED), kinds());
    }
    assertTrue(book.request(HatchRequest.once(URL, "to see")).isPresent());
  }

  @ParameterizedTest
  @EnumSource(
      value = HatchEvent.Kind.class,
      names = {"REQUESTED", "APPROVED", "USED"})
  void c7_whatCannotBeRecorded_doesNotOpen(HatchEvent.Kind kind) {
    HatchListener listener =
        event -> {
          if (event.kind() == kind) {
            throw new IllegalStateException("disk full");
          }
        };
    HatchBook failing = book("s1", request -> HatchApprover.Answer.APPROVE, listener);
    Optional<Hatch> hatch = failing.request(HatchRequest.once(URL, "to see"));
    assertFalse(hatch.isPresent() && opens(failing, hatch.get(), "c1"));
  }

  @Test
  void c7_closedSession_revokesAndIssuesNone() {
    Hatch hatch = approved(5, false);
    book.close();
    assertEquals(Hatch.State.REVOKED, hatch.state());
    assertFalse(opens(book, hatch, "c1"));
    assertTrue(book.request(HatchRequest.once(URL, "to see")).isEmpty());
  }

  @Test
  void c7_eightThreads_getExactlyTheUses() throws Exception {
    Hatch hatch = approved(500, false);
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Integer>> taken = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      taken.add(
          threads.submit(
              () -> {
                start.await();
                int opened = 0;
                for (int i = 0; i < 200; i++) {
                  opened += opens(book, hatch, "c1") ? 1 : 0;
                }
                return opened;
              }));
    }
    start.countDown();
    int sum = 0;
    for (Future<Integer> each : taken) {
      sum += each.get();
    }
    threads.shutdown();
    assertEquals(500, sum);
  }

  @Test
  void c7_hatch_isAnObjectAndNoText() {
    Hatch hatch = approved(1, true);
    assertFalse(hatch.equals(approved(1, true)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n\t", "\u202e\u200b", "\u0000"})
  void request_withoutReason_isRefused(String reason) {
    assertThrows(IllegalArgumentException.class, () -> HatchRequest.once(URL, reason));
    assertThrows(IllegalArgumentException.class, () -> HatchRequest.once(URL, "x".repeat(501)));
    assertEquals("a b c", HatchRequest.once(URL, " a\r\n\tb \u202e\u001bc\u0000 ").reason());
  }

  @Test
  void operation_thatIsWideOrOdd_isRefused() {
    UrlPattern wide = UrlPattern.parse("https://*.example.com/");
    assertThrows(IllegalArgumentException.class, () -> new ExtraUrl(wide, Set.of("GET")));
    assertThrows(IllegalArgumentException.class, () -> new ExtraUrl(URL.pattern(), Set.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new ExtraUrl(URL.pattern(), Set.of("CONNECT")));
    for (String path : List.of("data", "/data/../etc")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new ExtraMount(Path.of(path), "/data", Access.READ));
    }
    for (String command : List.of("", "/bin/sh", "a b", "-x", "..")) {
      assertThrows(IllegalArgumentException.class, () -> new NativeCommand(command));
    }
    assertThrows(IllegalArgumentException.class, () -> new MoreFuel(0));
    assertEquals("git", new NativeCommand("git").command());
  }
}
