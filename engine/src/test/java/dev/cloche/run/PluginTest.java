package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.TrapKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of Extism plugins, from arguments to outcome. */
@Timeout(120)
class PluginTest {

  private static final Tool TWO =
      new PluginText()
          .tool(
              """
              (func (export "one") (result i32) (i32.const 1))
              (func (export "two") (result i32) (i32.const 2))
              (func (export "nothing"))
              (func (export "other") (param i32) (result i32) (i32.const 3))
              """);

  private final Engine engine = Engine.create();
  private final Session session = engine.openSession();

  @AfterEach
  void close() {
    session.close();
    engine.close();
  }

  private static Call input(String text, String... arguments) {
    return Call.builder().arguments(arguments).stdin(text).build();
  }

  private static Outcome.Completed ended(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  @Test
  void call_ofTheOnlyFunction_givesItsOutput() {
    Outcome.Completed done =
        Sessions.completed(session.call(PluginText.echo(), input("hello", "run")));
    assertEquals("hello", done.stdout().text());
    assertEquals("again", session.call(PluginText.echo(), input("again")).stdout().text());
  }

  @Test
  void call_ofOneOfSeveral_isItsStatus() {
    assertEquals(1, ended(session.call(TWO, Call.of("one"))).exitStatus());
    assertEquals(2, ended(session.call(TWO, Call.of("two"))).exitStatus());
    assertEquals(0, ended(session.call(TWO, Call.of("nothing"))).exitStatus());
  }

  @Test
  void call_ofNoFunction_isRefused() {
    for (Call call :
        List.of(
            Call.of(),
            Call.of("three"),
            Call.of("other"),
            Call.of("memory"),
            Call.of(""),
            Call.of("one", "two"))) {
      Outcome.Refused ignored = Sessions.refused(session.call(TWO, call));
    }
  }

  @Test
  void error_set_isAStatusAndStderr() {
    PluginText text = new PluginText();
    Tool tool = text.running("(call $error_set %s)".formatted(text.block("no such thing")));
    Outcome.Completed failed = ended(session.call(tool, Call.of()));
    assertEquals(1, failed.exitStatus());
    assertEquals("no such thing\n", failed.stderr().text());
  }

  @Test
  void log_isStderr_andOutputIsStdout() {
    PluginText text = new PluginText();
    Tool tool =
        text.running(
            "(call $log_info %s) (call $say %s)"
                .formatted(text.block("logged"), text.block("said")));
    Outcome.Completed done = Sessions.completed(session.call(tool, Call.of()));
    assertEquals("said", done.stdout().text());
    assertEquals("[info] logged\n", done.stderr().text());
  }

  @Test
  void configuration_isTheEnvironmentOfTheCall() {
    PluginText text = new PluginText();
    Tool tool = text.running("(call $say (call $config_get %s))".formatted(text.block("thing")));
    Call call = Call.builder().environment("thing", "some value").build();
    assertEquals("some value", session.call(tool, call).stdout().text());
    assertEquals("", session.call(tool, Call.of()).stdout().text());
  }

  @Test
  void wasi_ofAPlugin_hasNoInputAndWritesToStderr() {
    PluginText text =
        new PluginText()
            .importing("wasi_snapshot_preview1", "fd_write", "(param i32 i32 i32 i32) (result i32)")
            .importing("wasi_snapshot_preview1", "fd_read", "(param i32 i32 i32 i32) (result i32)");
    Tool tool =
        text.running(
            """
            (call $say %s)
            (i32.store (i32.const 1000) (i32.const 2000))
            (i32.store (i32.const 1004) (i32.const 5))
            (drop (call $fd_read (i32.const 0) (i32.const 1000) (i32.const 1) (i32.const 1008)))
            (if (i32.load (i32.const 1008)) (then unreachable))
            (i32.store (i32.const 1000) (i32.const 0))
            (drop (call $fd_write (i32.const 1) (i32.const 1000) (i32.const 1) (i32.const 1008)))
            """
                .formatted(text.block("words")));
    Outcome.Completed done = Sessions.completed(session.call(tool, input("not for WASI")));
    assertEquals("words", done.stdout().text());
    assertEquals("words", done.stderr().text());
  }

  @Test
  void exit_ofAPlugin_keepsItsOutput() {
    PluginText text =
        new PluginText().importing("wasi_snapshot_preview1", "proc_exit", "(param i32)");
    Tool tool =
        text.running(
            "(call $say %s) (call $proc_exit (i32.const 4))".formatted(text.block("said")));
    Outcome.Completed done = ended(session.call(tool, Call.of()));
    assertEquals(4, done.exitStatus());
    assertEquals("said", done.stdout().text());
  }

  /** What is written before the function runs, as a number in a global. */
  private static Tool started(String exports) {
    return new PluginText()
        .tool(
            """
            (global $state (mut i32) (i32.const 1))
            (func $times (param i32)
              (global.set $state
                (i32.add (i32.mul (global.get $state) (i32.const 10)) (local.get 0))))
            (func (export "run") (result i32) (call $times (i32.const 9)) (global.get $state))
            """
                + exports);
  }

  @Test
  void startUp_ofEachKind_runsOnceBeforeTheFunction() {
    String reactor = "(func (export \"_initialize\") (call $times (i32.const 2)))";
    String constructors = "(func (export \"__wasm_call_ctors\") (call $times (i32.const 3)))";
    String haskell =
        "(func (export \"hs_init\") (param i32 i32)"
            + " (call $times (i32.add (local.get 0) (i32.const 4))))";
    String start = "(func $start (call $times (i32.const 5))) (start $start)";
    assertStatus(129, started(reactor));
    assertStatus(139, started(reactor + constructors));
    assertStatus(1249, started(reactor + haskell + constructors));
    assertStatus(1529, started(reactor + start));
    assertStatus(19, started("(func (export \"_initialize\") (param i32))"));
  }

  /** A start-up that calls the host runs in each call, with its host functions. */
  @Test
  void startUp_thatCallsTheHost_runsInEachCall() {
    PluginText text = new PluginText();
    Tool tool =
        text.tool(
            """
            (global $block (mut i64) (i64.const 0))
            (func (export "_initialize") (global.set $block (call $config_get %s)))
            (func (export "run") (result i32) (call $say (global.get $block)) (i32.const 0))
            """
                .formatted(text.block("thing")));
    for (String value : List.of("first", "second")) {
      Call call = Call.builder().environment("thing", value).build();
      assertEquals(value, Sessions.completed(session.call(tool, call)).stdout().text());
    }
  }

  private void assertStatus(int status, Tool tool) {
    assertEquals(status, ended(session.call(tool, Call.of("run"))).exitStatus());
    assertEquals(status, ended(session.call(tool, Call.of("run"))).exitStatus());
  }

  @Test
  void memory_ofTheKernel_isOfTheCallsLimit() {
    Tool tool =
        new PluginText()
            .tool(
                """
                (func (export "kernel") (result i32)
                  (loop $more (drop (call $alloc (i64.const 60000))) (br $more))
                  (i32.const 0))
                (func (export "both") (result i32)
                  (drop (call $alloc (i64.const 100000)))
                  (memory.grow (i32.const 2)))
                (func (export "linear") (result i32) (memory.grow (i32.const 2)))
                """);
    Limits limits = Limits.builder().memoryBytes(4 * Limits.PAGE_BYTES).build();
    Call.Builder call = Call.builder().limits(limits);
    Outcome.LimitExceeded full =
        assertInstanceOf(
            Outcome.LimitExceeded.class, session.call(tool, call.arguments("kernel").build()));
    assertEquals(LimitKind.MEMORY, full.which());
    assertTrue(full.used() > full.limit());
    call = Call.builder().limits(limits);
    assertEquals(-1, ended(session.call(tool, call.arguments("both").build())).exitStatus());
    call = Call.builder().limits(limits);
    Outcome.Completed control = ended(session.call(tool, call.arguments("linear").build()));
    assertEquals(1, control.exitStatus());
    assertEquals(3 * Limits.PAGE_BYTES, control.usage().memoryBytes());
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void fuel_isTheSameInEachEngineAndEachCall(Execution execution) {
    Tool tool = PluginText.echo();
    try (Engine other = Engine.builder().execution(execution).build();
        Session there = other.openSession()) {
      assertTrue(other.prepare(tool).isEmpty());
      long expected = session.call(tool, input("text")).usage().fuel();
      assertEquals(expected, there.call(tool, input("text")).usage().fuel());
      assertEquals(expected, there.call(tool, input("text")).usage().fuel());
      // Base charges of three calls, and 4 bytes in and out.
      assertTrue(expected > 302 && expected < 330, "fuel " + expected);
    }
  }

  @Test
  void cache_ofCode_keepsWhatAPluginIs(@TempDir Path directory) {
    Tool tool = started("(func (export \"_initialize\") (call $times (i32.const 2)))");
    for (int i = 0; i < 2; i++) {
      try (Engine cached = Engine.builder().codeCache(directory).build();
          Session there = cached.openSession()) {
        assertEquals(Optional.empty(), cached.prepare(tool));
        assertEquals(129, ended(there.call(tool, Call.of("run"))).exitStatus());
        Outcome.Refused ignored = Sessions.refused(there.call(tool, Call.of("walk")));
      }
    }
  }

  @Test
  void trace_showsEachCall() {
    List<String> lines = new ArrayList<>();
    Outcome ignored =
        session.call(PluginText.echo(), Call.builder().stdin("text").traceTo(lines::add).build());
    assertEquals(List.of("input_offset() = 64", "input_length() = 4", "output_set(64, 4)"), lines);
  }

  @Test
  void handle_thatIsNone_isATrap() {
    Tool tool = new PluginText().running("(call $error_set (i64.const 7))");
    Outcome.Trapped trap = assertInstanceOf(Outcome.Trapped.class, session.call(tool, Call.of()));
    assertEquals(TrapKind.OTHER, trap.kind());
  }

  @Test
  void command_isNoPlugin_andAPluginNoCommand() {
    Tool command =
        Tool.of("command", Wat.wasm("(module (func (export \"_start\")) (func (export \"run\")))"));
    assertEquals(0, ended(session.call(command, Call.of("run"))).exitStatus());
    Tool both =
        new PluginText()
            .tool(
                "(func (export \"_start\") unreachable)"
                    + " (func (export \"run\") (result i32) (i32.const 6))");
    assertEquals(6, ended(session.call(both, Call.of())).exitStatus());
  }
}
