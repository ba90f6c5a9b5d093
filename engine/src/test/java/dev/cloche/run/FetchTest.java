package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.egress.Egress;
import dev.cloche.egress.Patience;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of guests in calls: linked, ended with the call, and never another call's. */
@Timeout(60)
class FetchTest {

  private static final Limits ENDLESS =
      Limits.builder().fuel(Limits.MAX_FUEL).wall(Limits.MAX_WALL).build();

  private static final String IMPORTS =
      """
      (import "cloche" "http_open"
        (func $open (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_write" (func $write (param i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_send" (func $send (param i32 i32) (result i32)))
      (import "cloche" "http_read" (func $read (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      """;

  /** Exits with the first code that is not 0, or else with 100 and the bytes that were read. */
  private static Tool fetching(String url) {
    return Tool.of(
        "fetching",
        Wat.wasm(
            """
            (module
              %s
              (memory 1)
              (data (i32.const 0) "GET%s")
              (func $must (param i32) (if (local.get 0) (then (call $exit (local.get 0)))))
              (func (export "_start") (local $handle i32)
                (call $must (call $open (i32.const 0) (i32.const 3) (i32.const 3) (i32.const %d)
                  (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 1024)))
                (local.set $handle (i32.load (i32.const 1024)))
                (call $must
                  (call $write (local.get $handle) (i32.const 0) (i32.const 3) (i32.const 1024)))
                (call $must (call $send (local.get $handle) (i32.const 1024)))
                (call $must
                  (call $read (local.get $handle) (i32.const 2048) (i32.const 64) (i32.const 1024)))
                (call $exit (i32.add (i32.const 100) (i32.load (i32.const 1024))))))
            """
                .formatted(IMPORTS, url, url.length())));
  }

  private final FakeEgress egress = new FakeEgress();
  private final Engine engine = Engine.create();

  @AfterEach
  void close() {
    engine.close();
  }

  private static Session session(Engine engine, Limits limits, Egress egress) {
    SessionOptions options = SessionOptions.of(limits, Optional.empty());
    return ((EngineCore) engine).openSession(options, egress);
  }

  private static int status(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus();
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void request_ofAGuest_isAnsweredHoweverItIsRun(Execution execution) {
    try (Engine other = Engine.builder().execution(execution).build();
        Session session = session(other, ENDLESS, egress)) {
      Outcome outcome = session.call(fetching("http://fake/"), Call.of());
      assertEquals(105, status(outcome));
      assertEquals(1, egress.closed.get(), "what the guest left open is closed");
      assertEquals(5, outcome.usage().hostCalls());
    }
    assertEquals(1_001, egress.closed.get(), "and the egress with its session");
  }

  @Test
  void fuel_ofTheSameAnswers_isTheSame() {
    long[] fuel = new long[2];
    for (Execution execution : new Execution[] {Execution.INTERPRETED, Execution.COMPILED}) {
      try (Engine other = Engine.builder().execution(execution).build();
          Session session = session(other, ENDLESS, new FakeEgress())) {
        fuel[execution == Execution.COMPILED ? 1 : 0] =
            session.call(fetching("http://fake/"), Call.of()).usage().fuel();
      }
    }
    assertEquals(fuel[0], fuel[1]);
    assertNotEquals(0, fuel[0]);
  }

  @Test
  void sessionWithoutNetwork_linksTheFunctionsAndDeniesEverything() {
    try (Session session = engine.openSession()) {
      Outcome outcome = session.call(fetching("http://fake/"), Call.of());
      assertEquals("network.default", assertInstanceOf(Outcome.Denied.class, outcome).rule());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cloche, http_send, (param i32 i32) (result i32), true",
    "cloche, http_send, (param i32) (result i32), false",
    "cloche, http_send, (param i32 i64) (result i32), false",
    "cloche, http_send, (param i32 i32), false",
    "cloche, http_sent, (param i32 i32) (result i32), false",
    "cloche, sched_yield, (result i32), false",
    "wasi_snapshot_preview1, sched_yield, (result i32), true",
    "wasi_snapshot_preview1, http_send, (param i32 i32) (result i32), false",
    "Cloche, http_send, (param i32 i32) (result i32), false"
  })
  void imports_ofAnotherNameModuleOrType_areRefused(
      String module, String name, String type, boolean accepted) {
    String text = "(module (import \"%s\" \"%s\" (func %s)) (memory 1) (func (export \"_start\")))";
    Tool tool = Tool.of("guest", Wat.wasm(text.formatted(module, name, type)));
    try (Session session = engine.openSession()) {
      Class<?> expected = accepted ? Outcome.Completed.class : Outcome.Refused.class;
      assertInstanceOf(expected, session.call(tool, Call.of()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "write", "send", "read"})
  void cancel_whileTheGuestWaits_cutsTheRequestAndEndsIt(String step) throws Exception {
    try (Session session = session(engine, ENDLESS, egress)) {
      Running running = session.start(fetching("http://fake/" + step), Call.of());
      egress.waiting.await();
      running.cancel();
      assertInstanceOf(Outcome.Cancelled.class, running.await());
      assertEquals(1, egress.cuts.get());
      assertEquals(105, status(session.call(fetching("http://fake/"), Call.of())));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "write", "send", "read"})
  void deadline_whileTheGuestWaits_cutsTheRequestAndEndsIt(String step) {
    Limits limits = Limits.builder().wall(Duration.ofMillis(200)).build();
    try (Session session = session(engine, limits, egress)) {
      Outcome outcome = session.call(fetching("http://fake/" + step), Call.of());
      Outcome.LimitExceeded exceeded = assertInstanceOf(Outcome.LimitExceeded.class, outcome);
      assertEquals(LimitKind.WALL, exceeded.which());
      assertEquals(1, egress.cuts.get());
    }
  }

  @Test
  void close_ofTheSessionWhileAGuestWaits_endsIt() throws Exception {
    Session session = session(engine, ENDLESS, egress);
    Running running = session.start(fetching("http://fake/read"), Call.of());
    egress.waiting.await();
    session.close();
    assertInstanceOf(Outcome.Cancelled.class, running.await());
    assertEquals(1_001, egress.closed.get());
  }

  @Test
  void h8_callWithinARequest_isACallOfItsOwn() {
    Tool reader =
        Tool.of(
            "reader",
            Wat.wasm(
                """
                (module %s (memory 1) (func (export "_start")
                  (call $exit
                    (call $read (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 64)))))
                """
                    .formatted(IMPORTS)));
    AtomicReference<Outcome> inner = new AtomicReference<>();
    try (Session session = session(engine, ENDLESS, egress)) {
      egress.atOpen = () -> inner.set(session.call(reader, Call.of()));
      assertEquals(105, status(session.call(fetching("http://fake/"), Call.of())));
      assertEquals(10, status(inner.get()), "BAD_HANDLE");
      assertEquals(10, status(session.call(reader, Call.of())), "nor later: BAD_HANDLE");
    }
  }

  @Test
  void startUpCode_thatMakesARequest_isLeftToEachCall() {
    String text =
        """
        (module %s (memory 1) (data (i32.const 0) "GEThttp://fake/")
          (global $code (mut i32) (i32.const 99))
          (func (export "_initialize")
            (global.set $code (call $open (i32.const 0) (i32.const 3) (i32.const 3) (i32.const 12)
              (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 1024))))
          (func (export "_start") (call $exit (global.get $code))))
        """;
    AtomicInteger asked = new AtomicInteger();
    egress.atOpen = asked::incrementAndGet;
    try (Session session = session(engine, ENDLESS, egress)) {
      Tool tool = Tool.of("guest", Wat.wasm(text.formatted(IMPORTS)));
      assertEquals(99, status(session.call(tool, Call.of())));
      assertEquals(0, asked.get());
    }
  }

  private Optional<String> ruleOfLastFailure(String url) throws Exception {
    Tool tool = fetching(url);
    Image image =
        new ImageBuilder(Execution.INTERPRETED, Optional::empty, PluginFunctions.none())
            .prepare(tool)
            .image();
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      Deadline deadline = new Deadline(ENDLESS.wall());
      SpareArrays none = SpareArrays.none();
      Plan plan = Plan.of(tool, Call.of(), Policy.strict());
      GuestRun run =
          new GuestRun(
              image,
              new CallSetting(
                  "session", plan, ENDLESS, CallDirectories.of(plan, workspace), egress),
              deadline,
              none,
              Optional.empty());
      assertEquals(url.endsWith("denied") ? 1 : 105, status(run.run()));
      return run.lastFetchFailure().map(failure -> failure.rule());
    }
  }

  @Test
  void lastFailure_ofARun_namesTheRule() throws Exception {
    assertEquals(Optional.of("network.deny[0]"), ruleOfLastFailure("http://fake/denied"));
    assertEquals(Optional.empty(), ruleOfLastFailure("http://fake/"));
  }

  @Test
  void patience_afterACancel_hasNoTimeAndCutsAtOnce() {
    Deadline deadline = new Deadline(Duration.ofHours(1));
    CallPatience patience = new CallPatience(deadline);
    assertTrue(patience.left().compareTo(Duration.ofMinutes(50)) > 0);
    AtomicInteger cuts = new AtomicInteger();
    Patience.Registration closed = patience.onEnd(cuts::incrementAndGet);
    Patience.Registration open = patience.onEnd(cuts::incrementAndGet);
    closed.close();
    deadline.cancel();
    assertEquals(1, cuts.get());
    assertEquals(Duration.ZERO, patience.left());
    Patience.Registration late = patience.onEnd(cuts::incrementAndGet);
    assertEquals(2, cuts.get());
    late.close();
    open.close();
    deadline.cancel();
    assertEquals(2, cuts.get(), "each once");
  }
}
