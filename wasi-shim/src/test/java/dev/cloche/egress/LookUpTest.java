package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A resolver that hangs, fails or is asked too often costs the one that waits and nobody else. */
@Timeout(30)
class LookUpTest {
  private static final long LONG = TimeUnit.HOURS.toNanos(1);
  private static final List<InetAddress> ANSWER = List.of(Loopback.ADDRESS);

  private final ExecutorService threads = Threads.start();
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void end() {
    over.countDown();
    threads.shutdownNow();
  }

  private LookUp hanging(CountDownLatch begun) {
    return new LookUp(
        host -> {
          asked.incrementAndGet();
          begun.countDown();
          awaitEnd();
          return ANSWER;
        },
        threads);
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void occupyAllPlaces(LookUp lookUp, CountDownLatch begun) throws InterruptedException {
    for (int i = 0; i < Threads.LOOK_UPS; i++) {
      threads.execute(() -> occupyOne(lookUp));
    }
    begun.await();
  }

  private static void occupyOne(LookUp lookUp) {
    try {
      assertEquals(ANSWER, lookUp.addresses("slow", LONG, new Cut()));
    } catch (EgressException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void places_areGivenBack_whateverTheResolverDoes() throws Exception {
    LookUp lookUp =
        new LookUp(
            host -> {
              if (host.equals("broken")) {
                throw new IllegalStateException("down");
              }
              return ANSWER;
            },
            Runnable::run);
    for (int i = 0; i <= Threads.LOOK_UPS; i++) {
      Failure.of(
          EgressException.Kind.UNREACHABLE, () -> lookUp.addresses("broken", LONG, new Cut()));
      assertEquals(ANSWER, lookUp.addresses("host", LONG, new Cut()));
    }
  }

  @Test
  void placesThatNoThreadTook_areGivenBack() throws Exception {
    AtomicInteger refusals = new AtomicInteger(Threads.LOOK_UPS + 1);
    LookUp lookUp =
        new LookUp(
            host -> ANSWER,
            work -> {
              if (refusals.getAndDecrement() > 0) {
                throw new RejectedExecutionException();
              }
              work.run();
            });
    for (int i = 0; i <= Threads.LOOK_UPS; i++) {
      Failure.of(EgressException.Kind.UNREACHABLE, () -> lookUp.addresses("x", LONG, new Cut()));
    }
    assertEquals(ANSWER, lookUp.addresses("host", LONG, new Cut()));
  }

  @Test
  void n4_resolverThatHangs_isLeftWhenTheExchangeIsCut() {
    Cut cut = new Cut();
    LookUp lookUp =
        new LookUp(
            host -> {
              cut.cut();
              awaitEnd();
              return ANSWER;
            },
            threads);
    Failure.of(EgressException.Kind.UNREACHABLE, () -> lookUp.addresses("slow", LONG, cut));
    assertEquals(1, over.getCount());
  }

  @Test
  void n4_allPlacesTaken_theNextIsNotAskedFor_onceItsTimeIsOverOrItIsCut() throws Exception {
    CountDownLatch begun = new CountDownLatch(Threads.LOOK_UPS);
    LookUp lookUp = hanging(begun);
    occupyAllPlaces(lookUp, begun);
    Failure.of(EgressException.Kind.UNREACHABLE, () -> lookUp.addresses("x", 0, new Cut()));
    Cut cut = new Cut();
    cut.cut();
    Failure.of(EgressException.Kind.UNREACHABLE, () -> lookUp.addresses("x", LONG, cut));
    assertEquals(Threads.LOOK_UPS, asked.get());
  }

  @Test
  void n4_aPlaceThatIsTakenForAWhile_isWaitedFor() throws Exception {
    CountDownLatch begun = new CountDownLatch(Threads.LOOK_UPS);
    LookUp lookUp = hanging(begun);
    occupyAllPlaces(lookUp, begun);
    threads.execute(over::countDown);
    assertEquals(ANSWER, lookUp.addresses("host", LONG, new Cut()));
  }

  @Test
  void callerThatIsInterrupted_isCutAndKeepsItsFlag() {
    LookUp lookUp = new LookUp(host -> ANSWER, threads);
    Thread.currentThread().interrupt();
    try {
      Failure.of(EgressException.Kind.CUT, () -> lookUp.addresses("host", LONG, new Cut()));
    } finally {
      assertTrue(Thread.interrupted());
    }
  }
}
