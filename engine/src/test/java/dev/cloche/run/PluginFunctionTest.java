package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.PluginCall;
import dev.cloche.PluginFunction;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Functions of the embedder that plugins import. */
@Timeout(120)
class PluginFunctionTest {

  private static final String USER = "extism:host/user";

  /** Says what {@code greet} makes of its input. */
  private static Tool greeting() {
    return new PluginText()
        .importing(USER, "greet", "(param i64) (result i64)")
        .running("(call $say (call $greet (call $input_offset)))");
  }

  private static Outcome run(Tool tool, PluginFunction... functions) {
    try (Engine engine = Engine.builder().pluginFunctions(functions).build();
        Session session = engine.openSession()) {
      return session.call(tool, Call.builder().stdin("world").build());
    }
  }

  @Test
  void function_ofATextToAText_isCalled() {
    Outcome outcome = run(greeting(), PluginFunction.text("greet", name -> "hello, " + name));
    assertEquals("hello, world", Sessions.completed(outcome).stdout().text());
  }

  @Test
  void function_ofAllTypes_getsBitsAndGivesThem() {
    Tool tool =
        new PluginText()
            .importing("mine", "mix", "(param i32 i64 f32 f64) (result f64)")
            .running(
                "(if (f64.ne (call $mix (i32.const -1) (i64.const 2) (f32.const 0.5)"
                    + " (f64.const 4)) (f64.const 5.5)) (then unreachable))"
                    + "(call $say (call $input_offset))");
    PluginFunction mix =
        PluginFunction.of(
                "mix",
                List.of(
                    PluginFunction.Type.I32,
                    PluginFunction.Type.I64,
                    PluginFunction.Type.F32,
                    PluginFunction.Type.F64),
                List.of(PluginFunction.Type.F64),
                call ->
                    Double.doubleToRawLongBits(
                        call.integer(0)
                            + call.argument(1)
                            + Float.intBitsToFloat(call.integer(2))
                            + Double.longBitsToDouble(call.argument(3))))
            .in("mine");
    assertEquals("world", Sessions.completed(run(tool, mix)).stdout().text());
  }

  @Test
  void function_withoutResult_seesSessionAndTool() {
    Tool tool =
        new PluginText()
            .importing(USER, "note", "(param i64)")
            .running("(call $note (call $input_offset))");
    List<String> seen = new ArrayList<>();
    PluginFunction note =
        PluginFunction.of(
            "note",
            List.of(PluginFunction.Type.I64),
            List.of(),
            call -> {
              seen.add(call.tool() + " " + call.text(0) + " " + call.session().isEmpty());
              call.free(0);
              return 7;
            });
    assertEquals("", Sessions.completed(run(tool, note)).stdout().text());
    assertEquals(List.of("plugin world false"), seen);
  }

  @Test
  void h3_functionThatIsNot_orOfAnotherType_orForACommand_isRefused(@TempDir Path cache) {
    PluginFunction greet = PluginFunction.text("greet", name -> name);
    Outcome.Refused ignored = Sessions.refused(run(greeting()));
    ignored = Sessions.refused(run(greeting(), greet.in("other")));
    ignored =
        Sessions.refused(
            run(
                greeting(),
                PluginFunction.of(
                    "greet",
                    List.of(PluginFunction.Type.I32),
                    List.of(PluginFunction.Type.I64),
                    call -> 0)));
    Tool command =
        Tool.of(
            "command",
            Wat.wasm(
                "(module (import \"mine\" \"greet\" (func (param i64) (result i64)))"
                    + " (func (export \"_start\")))"));
    ignored = Sessions.refused(run(command, greet.in("mine")));
    Outcome.Completed control = Sessions.completed(run(greeting(), greet));
    assertEquals("world", control.stdout().text());
  }

  @Test
  void h3_codeFromTheCache_isRefusedWhereTheFunctionIsNot(@TempDir Path cache) {
    PluginFunction greet = PluginFunction.text("greet", name -> name);
    try (Engine with = Engine.builder().codeCache(cache).pluginFunctions(greet).build()) {
      assertEquals(Optional.empty(), with.prepare(greeting()));
    }
    try (Engine without = Engine.builder().codeCache(cache).build()) {
      assertTrue(without.prepare(greeting()).isPresent());
    }
  }

  @Test
  void function_twiceOrOfAModuleOfTheEngine_isNotTaken() {
    PluginFunction greet = PluginFunction.text("greet", name -> name);
    Engine.Builder twice = Engine.builder().pluginFunctions(greet, greet);
    assertThrows(IllegalArgumentException.class, twice::build);
    for (String module :
        List.of("extism:host/env", "wasi_snapshot_preview1", "cloche", "env", "")) {
      assertThrows(IllegalArgumentException.class, () -> greet.in(module));
    }
  }

  @Test
  void function_thatThrows_isAHostFault_andTheSessionGoesOn() {
    for (Throwable thrown :
        List.of(
            new IllegalStateException("bug"),
            new java.io.IOException("bug"),
            new StackOverflowError(),
            new ArithmeticException("/ by zero"),
            new OutOfMemoryError("simulated"))) {
      PluginFunction greet =
          PluginFunction.of(
              "greet",
              List.of(PluginFunction.Type.I64),
              List.of(PluginFunction.Type.I64),
              call -> {
                if (thrown instanceof Error error) {
                  throw error;
                }
                throw (Exception) thrown;
              });
      try (Engine engine = Engine.builder().pluginFunctions(greet).build();
          Session session = engine.openSession()) {
        Outcome.HostFault ignored = Sessions.fault(session.call(greeting(), Call.of()));
        assertEquals(
            "on",
            session.call(PluginText.echo(), Call.builder().stdin("on").build()).stdout().text());
      }
    }
  }

  @Test
  void h1_blockThatIsNone_isThePluginsTrap() {
    Tool tool =
        new PluginText()
            .importing(USER, "greet", "(param i64) (result i64)")
            .running("(call $say (call $greet (i64.const -1)))");
    Outcome outcome = run(tool, PluginFunction.text("greet", name -> name));
    assertInstanceOf(Outcome.Trapped.class, outcome, outcome.message());
  }

  @Test
  void h8_memoryOfACallThatReturned_isClosed() {
    AtomicReference<PluginCall> kept = new AtomicReference<>();
    PluginFunction greet =
        PluginFunction.of(
            "greet",
            List.of(PluginFunction.Type.I64),
            List.of(PluginFunction.Type.I64),
            call -> {
              PluginCall before = kept.getAndSet(call);
              if (before != null) {
                assertThrows(IllegalStateException.class, () -> before.bytes(0));
              }
              return call.give("hello");
            });
    Tool tool =
        new PluginText()
            .importing(USER, "greet", "(param i64) (result i64)")
            .running(
                "(drop (call $greet (call $input_offset)))"
                    + "(call $say (call $greet (call $input_offset)))");
    assertEquals("hello", Sessions.completed(run(tool, greet)).stdout().text());
    assertThrows(IllegalStateException.class, () -> kept.get().give("late"));
  }

  /** A call that a function starts has an instance of its own, and its own variables. */
  @Test
  void h8_callOfTheSamePlugin_runsInAnotherInstance() {
    PluginText text = new PluginText();
    Tool tool =
        text.importing(USER, "again", "(param i64) (result i64)")
            .tool(
                """
                (global $seen (mut i32) (i32.const 0))
                (func (export "outer") (result i32)
                  (global.set $seen (i32.const 1))
                  (call $var_set %s %s)
                  (call $say (call $again (call $input_offset)))
                  (i32.const 0))
                (func (export "inner") (result i32)
                  (if (global.get $seen) (then unreachable))
                  (if (i64.ne (call $var_get %s) (i64.const 0)) (then unreachable))
                  (call $say %s)
                  (i32.const 0))
                """
                    .formatted(
                        text.block("name"),
                        text.block("value"),
                        text.block("name"),
                        text.block("inner")));
    AtomicReference<Session> open = new AtomicReference<>();
    PluginFunction again =
        PluginFunction.bytes(
            "again",
            given ->
                Sessions.completed(open.get().call(tool, small().arguments("inner").build()))
                    .stdout()
                    .bytes());
    try (Engine engine = Engine.builder().pluginFunctions(again).build();
        Session session = engine.openSession()) {
      open.set(session);
      Call call = small().arguments("outer").stdin("x").build();
      assertEquals("inner", Sessions.completed(session.call(tool, call)).stdout().text());
    }
  }

  /** So small that the heap has room for calls in calls. */
  private static Call.Builder small() {
    return Call.builder().limits(Limits.builder().memoryBytes(1 << 20).build());
  }

  @Test
  void l6_callsThatStartEachOther_endAtTheirDepth() {
    AtomicReference<Session> open = new AtomicReference<>();
    Call small = small().stdin("x").build();
    List<Outcome> outcomes = new ArrayList<>();
    PluginFunction greet =
        PluginFunction.bytes(
            "greet",
            given -> {
              Outcome inner = open.get().call(greeting(), small);
              outcomes.add(inner);
              return new byte[1];
            });
    try (Engine engine = Engine.builder().pluginFunctions(greet).build();
        Session session = engine.openSession()) {
      open.set(session);
      Outcome.Completed ignored = Sessions.completed(session.call(greeting(), small));
    }
    assertEquals(PluginFunction.MAX_DEPTH + 1, outcomes.size());
    Outcome.Refused ignored = Sessions.refused(outcomes.get(0));
    outcomes.subList(1, outcomes.size()).forEach(Sessions::completed);
  }

  @Test
  void h8_functionThatWaitsForItsOwnEnd_faultsAndDoesNotHang() {
    AtomicReference<Session> open = new AtomicReference<>();
    AtomicReference<Engine> whole = new AtomicReference<>();
    AtomicReference<Running> own = new AtomicReference<>();
    PluginFunction greet =
        PluginFunction.text(
            "greet",
            how -> {
              switch (how) {
                case "session" -> open.get().close();
                case "engine" -> whole.get().close();
                default -> {
                  while (own.get() == null) {
                    Thread.onSpinWait();
                  }
                  Outcome ignored = own.get().await();
                }
              }
              return "came back";
            });
    try (Engine engine = Engine.builder().pluginFunctions(greet).build();
        Session session = engine.openSession()) {
      whole.set(engine);
      open.set(session);
      for (String how : List.of("session", "engine", "call")) {
        Running running = session.start(greeting(), Call.builder().stdin(how).build());
        own.set(running);
        Outcome.HostFault ignored = Sessions.fault(running.await());
        own.set(null);
      }
    }
  }
}
