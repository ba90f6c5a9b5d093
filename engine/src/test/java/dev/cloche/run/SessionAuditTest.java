package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.HoldingClock;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.audit.Verification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be recorded does not happen, and what happened is recorded. */
@Timeout(120)
class SessionAuditTest {

  private final LoopbackServer server;
  private final Engine engine = Engine.create();

  SessionAuditTest() throws IOException {
    server = new LoopbackServer();
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    server.close();
  }

  /** A sink that fails, or blocks, at the first record of a type. */
  private static AuditSink failingAt(String type, Failure failure) {
    return line -> {
      if (new String(line, StandardCharsets.US_ASCII).contains("\"" + type + "\"")) {
        failure.fail();
      }
    };
  }

  private interface Failure {
    void fail() throws IOException;
  }

  private static void full() throws IOException {
    throw new IOException("disk full");
  }

  private static void hang() throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "call-planned, 0",
    "gate, 0",
    "call-started, 0",
    "egress-decided, 0",
    "egress-ended, 1",
    "call-ended, 1",
    "never, 1"
  })
  void c8_sinkThatFails_failsTheCall_andNothingUnrecordedIsSent(String type, int sent) {
    AuditLog log = AuditLog.open(failingAt(type, SessionAuditTest::full));
    Session session = session(log);

    Outcome outcome = session.call(Fetching.once(server.url("/")), Call.of());

    assertEquals(sent, server.heads.size());
    if (type.equals("never")) {
      Sessions.completed(outcome);
      session.close();
    } else {
      Sessions.fault(outcome);
      Sessions.fault(session.call(Fetching.once(server.url("/")), Call.of()));
      assertEquals(sent, server.heads.size(), "nor later");
      assertThrows(AuditException.class, session::close);
    }
  }

  @Test
  void c8_requestLeftOpenWhoseEndCannotBeRecorded_failsTheCallAndIsCut() throws Exception {
    AuditLog log = AuditLog.open(failingAt("egress-ended", SessionAuditTest::full));
    Session session = session(log);
    var running = session.start(Fetching.once(server.url("/wait")), Call.of());
    server.waiting.await();
    running.cancel();
    Sessions.fault(running.await());
    server.cut.await();
    assertThrows(AuditException.class, session::close);
  }

  @Test
  void c8_sinkThatHangs_failsTheCallInItsTime() {
    AuditLog log =
        AuditLog.builder(failingAt("egress-decided", SessionAuditTest::hang))
            .patience(Duration.ofMillis(200))
            .open();
    Session session = session(log);
    Sessions.fault(session.call(Fetching.once(server.url("/")), Call.of()));
    assertEquals(0, server.heads.size());
    assertThrows(AuditException.class, session::close);
  }

  @Test
  void c8_callThatGetsNoTurnInTheLog_failsAlone_andTheNextIsRecorded(@TempDir Path directory)
      throws Exception {
    HoldingClock clock = new HoldingClock();
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    AuditLog log = AuditLog.builder(sink).clock(clock).patience(Duration.ofMillis(100)).open();
    Session session = session(log);
    clock.hold();
    CompletableFuture<Session> other = CompletableFuture.supplyAsync(() -> session(log));
    clock.awaitHeld();

    Sessions.fault(session.call(Fetching.once(server.url("/")), Call.of()));
    assertEquals(0, server.heads.size());
    clock.release();
    other.join().close();
    Sessions.completed(session.call(Fetching.once(server.url("/")), Call.of()));
    assertEquals(1, server.heads.size());
    session.close();
    log.close();

    assertEquals(1, sink.lines().stream().filter(line -> line.contains("log-missed")).count());
    Path file = Files.write(directory.resolve("audit.jsonl"), sink.lines());
    assertTrue(AuditVerifier.create().verify(List.of(file)).intact());
  }

  private Session session(AuditLog log) {
    return engine.openSession(
        SessionOptions.builder(Sessions.allowing(server))
            .audit(log)
            .gate(plan -> Gate.Answer.allow())
            .build());
  }

  @Test
  void c8_chainAfterMixedOutcomes_verifies_andEachCallHasItsEnd(@TempDir Path directory)
      throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(1_000);
    AuditLog log = AuditLog.open(sink);
    Tool spinning = Tool.of("t", Wat.wasm("(module (func (export \"_start\") (loop (br 0))))"));
    Tool trapping = Tool.of("t", Wat.wasm("(module (func (export \"_start\") unreachable))"));
    Policy policy =
        Sessions.policy(
            "limits: { fuel: 1M }\nnetwork: { allow: [ { url: \"%s\", private: true } ] }",
            server.url("/a"));
    try (Session session = engine.openSession(SessionOptions.builder(policy).audit(log).build())) {
      Tool queried = Fetching.once(server.url("/a?token=hidden-value"));
      Sessions.completed(session.call(queried, Call.of("line\n{\"type\":\"gate\"}")));
      Sessions.denied("network.default", session.call(Fetching.once(server.url("/b")), Call.of()));
      List<Outcome> others =
          List.of(
              session.call(spinning, Call.of()),
              session.call(trapping, Call.of()),
              session.call(Tool.of("no", new byte[4]), Call.of()));
      assertEquals(3, others.stream().map(Object::getClass).distinct().count());
    }
    log.close();

    List<String> lines = sink.lines();
    Path file = Files.write(directory.resolve("audit.jsonl"), lines);
    Verification whole = AuditVerifier.create().expectCount(lines.size()).verify(List.of(file));
    assertTrue(whole.intact() && whole.closed());
    assertEquals(5, lines.stream().filter(l -> l.contains("\"call-ended\"")).count());
    assertTrue(lines.stream().noneMatch(l -> l.contains("hidden-value")));

    Path cut = Files.write(directory.resolve("cut.jsonl"), lines.subList(1, lines.size()));
    assertTrue(!AuditVerifier.create().verify(List.of(cut)).intact());
  }

  @Test
  void c1_secretArguments_areInNoRecord_andInNoTextOfAPlan() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    Tool tool = Tool.of("t", Wat.wasm("(module (func (export \"_start\")))"));
    Call call = Call.builder().arguments("--key").secretArgument("canary-a").build();
    try (AuditLog log = AuditLog.open(sink);
        Session session =
            engine.openSession(SessionOptions.builder(Policy.strict()).audit(log).build())) {
      Sessions.completed(session.call(tool, Call.approved(session.plan(tool, call))));
      Sessions.denied("native.default", session.call(Tool.command("git", "-c", "x"), call));
      assertTrue(session.plan(tool, call).text().contains("\"--key\""));
      assertTrue(!session.plan(tool, call).text().contains("canary"));
    }
    List<String> planned =
        sink.lines().stream().filter(line -> line.contains("call-planned")).toList();
    assertTrue(
        planned.get(0).contains("[{\"value\":\"--key\"},{\"value\":\"[redacted]\"}]"),
        planned.get(0));
    assertTrue(
        planned
            .get(1)
            .contains("{\"value\":\"x\"},{\"value\":\"--key\"},{\"value\":\"[redacted]\"}]"),
        planned.get(1));
    assertTrue(sink.lines().stream().noneMatch(line -> line.contains("canary")));
  }
}
