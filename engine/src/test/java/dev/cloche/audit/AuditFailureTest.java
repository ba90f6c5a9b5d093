package dev.cloche.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.EgressDecision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that cannot record stops everything that it would have recorded. */
@Timeout(120)
class AuditFailureTest {

  private static CallEvents call(AuditLog log) {
    return Chains.events(log).call("c1", "tool", "");
  }

  private static void decide(CallEvents call) {
    call.decided("GET", "https://h/", EgressDecision.denied("network.default", "no"));
  }

  @Test
  void c8_sinkThatWorks_takesEveryDecisionBeforeItIsMade() {
    List<byte[]> lines = new ArrayList<>();
    AuditLog log = AuditLog.open(lines::add);

    decide(call(log));

    assertEquals(2, lines.size());
    assertTrue(log.failure().isEmpty());
  }

  @Test
  void c8_sinkThatThrows_failsThatAppendAndAllLater() {
    AtomicInteger asked = new AtomicInteger();
    AuditLog log =
        AuditLog.open(
            line -> {
              if (asked.incrementAndGet() == 2) {
                throw new IOException("disk full: /secret/path");
              }
            });
    CallEvents call = call(log);

    AuditException first = assertThrows(AuditException.class, () -> decide(call));
    assertThrows(AuditException.class, call::started);
    assertThrows(AuditException.class, log::flush);
    assertEquals(2, asked.get());
    assertTrue(log.failure().isPresent());
    assertTrue(!String.valueOf(first.getMessage()).contains("/secret"));
    log.close();
    assertEquals(2, asked.get());
  }

  @Test
  void c8_sinkThatThrowsAnError_failsTheLogToo() {
    AtomicInteger asked = new AtomicInteger();
    AuditLog log =
        AuditLog.open(
            line -> {
              if (asked.incrementAndGet() > 1) {
                throw new StackOverflowError();
              }
            });

    assertThrows(AuditException.class, call(log)::started);
    assertTrue(log.failure().isPresent());
  }

  @Test
  void c8_sinkThatNeverReturns_isGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    AuditLog log =
        AuditLog.builder(
                line -> {
                  if (asked.incrementAndGet() > 1) {
                    await(never);
                  }
                })
            .patience(Duration.ofMillis(50))
            .open();

    assertThrows(AuditException.class, call(log)::started);
    assertThrows(AuditException.class, call(log)::started);
    assertEquals(2, asked.get());
  }

  /** A starved machine is no broken disk: the chain goes on, and says what it has not. */
  @Test
  void c8_appendThatGetsNoTurn_failsAlone_andTheChainSaysSo() throws Exception {
    HoldingClock clock = new HoldingClock();
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    AuditLog log = AuditLog.builder(sink).clock(clock).patience(Duration.ofMillis(200)).open();
    clock.hold();
    CompletableFuture<Void> first = CompletableFuture.runAsync(call(log)::started);
    clock.awaitHeld();

    assertThrows(AuditException.class, () -> decide(call(log)));
    assertThrows(AuditException.class, () -> decide(call(log)));
    assertTrue(log.failure().isEmpty());
    clock.release();
    first.join();
    decide(call(log));
    decide(call(log));
    log.close();

    assertEquals(
        List.of("log-opened", "call-started", "log-missed", "egress-decided", "egress-decided"),
        sink.lines().stream().limit(5).map(AuditFailureTest::type).toList());
    assertTrue(sink.lines().get(2).contains("\"records\":2,"));
    assertEquals(6, log.count());
    assertTrue(Chains.verify(sink.lines()).intact());
  }

  private static String type(String line) {
    return line.replaceFirst(".*\"type\":\"([a-z-]+)\".*", "$1");
  }

  /** What a sink was not asked in time it is never asked, so that no line comes late. */
  @Test
  void c8_lineThatTheSinkWasNotAsked_neverArrives() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    List<Integer> lines = new CopyOnWriteArrayList<>();
    SinkThread sink =
        new SinkThread(
            line -> {
              begun.countDown();
              await(go);
              lines.add(line.length);
            });
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> write(sink, new byte[1]));
    begun.await();

    assertThrows(NotBegunException.class, () -> sink.write(new byte[2], Duration.ofMillis(1)));
    go.countDown();
    first.join();
    write(sink, new byte[3]);

    assertEquals(List.of(1, 3), lines);
    sink.close(Duration.ofMinutes(1));
  }

  private static void write(SinkThread sink, byte[] line) {
    try {
      sink.write(line, Duration.ofMinutes(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException("given up", e);
    }
  }

  @Test
  void c8_fullSink_failsInsteadOfLosingALine() {
    MemoryAuditSink sink = MemoryAuditSink.of(2);
    AuditLog log = Chains.log(sink);
    CallEvents call = call(log);

    call.started();
    assertThrows(AuditException.class, call::started);
    assertEquals(2, sink.lines().size());
  }

  @Test
  void c8_sinkThatCannotBegin_opensNoLog() {
    AuditSink broken =
        line -> {
          throw new IOException("no");
        };

    assertThrows(AuditException.class, () -> AuditLog.open(broken));
  }

  @Test
  void append_onAnInterruptedThread_isRecordedAndStaysInterrupted() {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    AuditLog log = Chains.log(sink);

    Thread.currentThread().interrupt();
    call(log).started();

    assertTrue(Thread.interrupted());
    assertEquals(2, sink.lines().size());
  }

  @Test
  void patience_aboveFiveSeconds_isRefused() {
    AuditLog.Builder builder = AuditLog.builder(MemoryAuditSink.of(1));

    assertThrows(IllegalArgumentException.class, () -> builder.patience(Duration.ofSeconds(6)));
  }
}
