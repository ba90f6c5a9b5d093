package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.egress.Resolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the embedder and the machine may do wrong beside a call: each has its own ending. */
@Timeout(120)
class FaultsTest {

  private static final Tool NOTHING = Tool.of("t", Wat.wasm("(module (func (export \"_start\")))"));

  /** Asks for the host that the resolvers are asked for, and prints. */
  private static final Tool FETCHES = Fetching.once("http://host.example/");

  private static final String PLACE = "http://".concat("p".repeat(33));
  private static final Tool ASKS = Fetching.once(PLACE);

  private static final Tool READS =
      Tool.of(
          "t",
          Wat.wasm(
              """
              (module
                (import "wasi_snapshot_preview1" "fd_read"
                  (func $read (param i32 i32 i32 i32) (result i32)))
                (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                (memory 1)
                (func (export "_start")
                  (i32.store (i32.const 4) (i32.const 10))
                  (call $exit
                    (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))))
              """));

  private final Engine engine = Engine.create();

  @AfterEach
  void close() {
    engine.close();
  }

  // Resolvers.

  private Session resolving(Resolver resolver) {
    Policy policy = Sessions.policy("network: { allow: [ { url: \"http://host.example/\" } ] }");
    return engine.openSession(SessionOptions.builder(policy).resolver(resolver).build());
  }

  private static Call within(Duration wall) {
    return Call.builder().limits(Limits.builder().wall(wall).fuel(Limits.MAX_FUEL).build()).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "exception", "error", "nothing", "null"})
  void n4_resolverThatFails_isAnErrorToTheGuest_andTheSessionGoesOn(String how) {
    AtomicInteger asked = new AtomicInteger();
    Resolver failing =
        host -> {
          asked.incrementAndGet();
          return switch (how) {
            case "unknown" -> throw new UnknownHostException("dns.internal.example");
            case "exception" -> throw new IllegalStateException("dns.internal.example");
            case "error" -> throw new OutOfMemoryError("dns.internal.example");
            case "nothing" -> List.of();
            default -> null;
          };
        };
    try (Session session = resolving(failing)) {
      for (int i = 1; i <= 5; i++) {
        Outcome outcome = session.call(FETCHES, Call.of());
        Outcome.Completed told =
            assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
        assertTrue(told.exitStatus() != 0);
        assertFalse(told.stdout().text().contains("internal"));
        assertEquals(i, asked.get(), "a failed look-up keeps no place");
      }
      assertEquals("completed", session.call(NOTHING, Call.of()).id());
    }
  }

  @Test
  void n4_resolverThatHangs_isGivenUpAtTheDeadline_moreOftenThanItHasPlaces() {
    CountDownLatch never = new CountDownLatch(1);
    Resolver hanging =
        host -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new UnknownHostException(host);
          }
          return List.of();
        };
    Session session = resolving(hanging);
    for (int i = 0; i < 5; i++) {
      Outcome outcome = session.call(FETCHES, within(Duration.ofMillis(40)));
      assertEquals(
          LimitKind.WALL,
          assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
    }
    assertEquals("completed", session.call(NOTHING, Call.of()).id());
    session.close();
    never.countDown();
  }

  // Audit sinks.

  /** Takes lines, the one of a type only when it may. */
  private static final class SlowSink implements AuditSink {
    final MemoryAuditSink lines = MemoryAuditSink.of(1000);
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    private final String type;

    SlowSink(String type) {
      this.type = type;
    }

    @Override
    public void write(byte[] line) throws IOException {
      if (new String(line, StandardCharsets.US_ASCII).contains("\"" + type + "\"")) {
        reached.countDown();
        try {
          go.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      lines.write(line);
    }
  }

  /** The same module for each port of five digits, which is put in where another stood. */
  private static Tool asking(LoopbackServer server) {
    String wanted = "%-40s".formatted(server.url("/")).replace(' ', 'x');
    byte[] module = ASKS.bytes();
    byte[] from = PLACE.getBytes(StandardCharsets.US_ASCII);
    byte[] to = wanted.getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at + from.length <= module.length; at++) {
      if (Arrays.equals(module, at, at + from.length, from, 0, from.length)) {
        System.arraycopy(to, 0, module, at, to.length);
      }
    }
    return Tool.of("asks", module);
  }

  private Session audited(AuditLog log, LoopbackServer server) {
    return engine.openSession(
        SessionOptions.builder(Sessions.allowing(server))
            .audit(log)
            .gate(plan -> Gate.Answer.allow())
            .build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"call-planned", "gate", "call-started", "egress-decided", "call-ended"})
  void c8_slowSink_holdsTheCallUpAndLosesNothing(String type, @TempDir Path directory)
      throws Exception {
    SlowSink sink = new SlowSink(type);
    try (LoopbackServer server = new LoopbackServer()) {
      AuditLog log = AuditLog.open(sink);
      try (Session session = audited(log, server)) {
        Running running = session.start(asking(server), Call.of());
        sink.reached.await();
        assertFalse(running.isDone());
        if (!type.equals("call-ended")) {
          assertEquals(0, server.heads.size());
        }
        sink.go.countDown();
        Outcome outcome = running.await();
        assertEquals("completed", outcome.id(), outcome.message());
        assertEquals(1, server.heads.size());
      }
      log.close();
      Path file = Files.write(directory.resolve("audit"), sink.lines.lines());
      assertTrue(AuditVerifier.create().expectCount(log.count()).verify(List.of(file)).intact());
      assertEquals(1, sink.lines.lines().stream().filter(l -> l.contains("call-ended")).count());
    }
  }

  @Test
  void c8_slowSink_countsTowardsTheDeadlineOfTheGuestThatWaitsForIt() throws Exception {
    SlowSink sink = new SlowSink("egress-decided");
    Duration wall = Duration.ofMillis(100);
    try (LoopbackServer server = new LoopbackServer()) {
      AuditLog log = AuditLog.open(sink);
      try (Session session = audited(log, server)) {
        Running running = session.start(asking(server), within(wall));
        sink.reached.await();
        long passed = System.nanoTime() + wall.toNanos();
        while (System.nanoTime() - passed < 0) {
          LockSupport.parkNanos(passed - System.nanoTime());
        }
        sink.go.countDown();
        Outcome outcome = running.await();
        assertEquals(
            LimitKind.WALL,
            assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
        assertEquals(0, server.heads.size(), "what comes too late is not sent");
        assertEquals("completed", session.call(NOTHING, Call.of()).id());
      }
      log.close();
      assertTrue(log.failure().isEmpty());
    }
  }

  // Streams and gates of the embedder.

  @Test
  void l12_streamOfTheEmbedderThatThrowsAnError_endsTheCallAndNoOther() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new OutOfMemoryError("of the embedder");
          }

          @Override
          public int read(byte[] bytes, int from, int count) {
            return read();
          }
        };
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new OutOfMemoryError("of the embedder");
          }
        };
    try (Session session = engine.openSession()) {
      Outcome read = session.call(READS, Call.builder().stdin(broken).build());
      assertEquals(29, assertInstanceOf(Outcome.Completed.class, read).exitStatus(), "EIO");
      Sessions.fault(session.call(FETCHES, Call.builder().copyStdoutTo(full).build()));
      assertEquals("completed", session.call(NOTHING, Call.of()).id());
    }
  }

  @Test
  void l12_gateThatThrowsAnError_denies() {
    Gate broken =
        plan -> {
          throw new OutOfMemoryError("of the embedder");
        };
    SessionOptions options =
        SessionOptions.builder(Sessions.policy("limits: { wall: 1m }")).gate(broken).build();
    try (Session session = engine.openSession(options)) {
      Outcome outcome = session.call(NOTHING, Call.of());
      assertEquals("gate", assertInstanceOf(Outcome.Denied.class, outcome).rule());
    }
  }

  // Clocks.

  /** Goes back an hour, or on a year, each time it is asked. */
  private static Clock jumping() {
    AtomicLong asked = new AtomicLong();
    InstantSource source =
        () -> {
          long times = asked.getAndIncrement();
          return Instant.parse("2026-06-01T00:00:00Z")
              .plus(Duration.ofHours(times % 2 == 0 ? -times : 8766 * times));
        };
    return source.withZone(ZoneOffset.UTC);
  }

  @Test
  void c5_clockThatJumps_leavesChainAndOrder(@TempDir Path directory) throws Exception {
    MemoryAuditSink sink = MemoryAuditSink.of(1000);
    AuditLog log = AuditLog.builder(sink).clock(jumping()).open();
    Policy policy = Sessions.policy("limits: { wall: 1m }");
    try (Session session = engine.openSession(SessionOptions.builder(policy).audit(log).build())) {
      for (int i = 0; i < 5; i++) {
        assertEquals("completed", session.call(NOTHING, Call.of()).id());
      }
    }
    log.close();
    Path file = Files.write(directory.resolve("audit"), sink.lines());
    assertTrue(AuditVerifier.create().expectCount(log.count()).verify(List.of(file)).intact());
  }
}
