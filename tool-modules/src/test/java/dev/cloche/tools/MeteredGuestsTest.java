package dev.cloche.tools;

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
import dev.cloche.TrapKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real guests under the engine's limits, compiled and interpreted. */
@Tag("one-jdk")
class MeteredGuestsTest {

  private static final Engine COMPILED = Engine.builder().execution(Execution.COMPILED).build();
  private static final Engine INTERPRETED =
      Engine.builder().execution(Execution.INTERPRETED).build();

  private static final Limits PLENTY =
      Limits.builder().fuel(100_000_000_000L).wall(Duration.ofMinutes(2)).build();

  @AfterAll
  static void close() {
    COMPILED.close();
    INTERPRETED.close();
  }

  private static Outcome call(Engine engine, Guest guest, Limits limits, Call.Builder call) {
    try (Session session = engine.openSession(limits)) {
      return session.call(guest.tool(), call.seed(1).build());
    }
  }

  private static void assertSameInBothEngines(Guest guest, Limits limits, Call.Builder call) {
    Outcome compiled = call(COMPILED, guest, limits, call);
    Outcome interpreted = call(INTERPRETED, guest, limits, call);
    Outcome again = call(COMPILED, guest, limits, call);
    for (Outcome other : List.of(interpreted, again)) {
      assertEquals(compiled.getClass(), other.getClass());
      assertEquals(compiled.message(), other.message());
      assertEquals(compiled.stdout().text(), other.stdout().text());
      assertEquals(compiled.stderr().text(), other.stderr().text());
      assertEquals(compiled.usage().fuel(), other.usage().fuel());
      assertEquals(compiled.usage().memoryBytes(), other.usage().memoryBytes());
      assertEquals(compiled.usage().hostCalls(), other.usage().hostCalls());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hello,",
    "args-env, x",
    "cat,",
    "exit, 7",
    "fib, 15",
    "files,",
    "jumps, 20",
    "qsort, 500",
    "sha256, 0",
    "sleep, 50"
  })
  void exampleGuest_interpretedAndCompiled_costsTheSame(String name, String argument) {
    Call.Builder call = Call.builder().stdin("some\ninput\n").environment("A", "b");
    if (argument != null) {
      call.arguments(argument);
    }
    assertSameInBothEngines(Guest.example(name), PLENTY, call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "console.log(6 * 7, Math.random(), Date.now())",
        "let s = 0; for (let i = 0; i < 2000; i++) s += i; console.log(s, /a+b/.exec('xaab'))",
        "throw new TypeError('no')",
      })
  void js_interpretedAndCompiled_costsTheSame(String script) {
    assertSameInBothEngines(Guest.tool("js"), PLENTY, Call.builder().arguments("-e", script));
  }

  @Test
  void js_endlessLoop_endsByFuelAtTheSameFigure() {
    Limits limits = PLENTY.toBuilder().fuel(3_000_000).build();
    assertSameInBothEngines(Guest.tool("js"), limits, Call.builder().arguments("-e", "for (;;);"));
    Outcome outcome =
        call(COMPILED, Guest.tool("js"), limits, Call.builder().arguments("-e", "for (;;);"));
    assertEquals(LimitKind.FUEL, assertInstanceOf(Outcome.LimitExceeded.class, outcome).which());
  }

  @Test
  void js_endlessRecursion_isAnErrorOfTheScript() {
    Outcome outcome =
        call(
            COMPILED,
            Guest.tool("js"),
            PLENTY,
            Call.builder().arguments("-e", "function f(n) { return 1 + f(n) } f(0)"));
    assertEquals(1, assertInstanceOf(Outcome.Completed.class, outcome).exitStatus());
    assertTrue(outcome.stderr().text().contains("stack overflow"), outcome.stderr().text());
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void recurse_endless_exhaustsTheStackAndLeavesTheEngineWell(Execution execution) {
    Engine engine = execution == Execution.COMPILED ? COMPILED : INTERPRETED;
    Outcome outcome = call(engine, Guest.example("recurse"), PLENTY, Call.builder());
    Outcome.Trapped trapped = assertInstanceOf(Outcome.Trapped.class, outcome);
    // Either the linear-memory stack of the C program or the call stack ends first.
    assertTrue(
        trapped.kind() == TrapKind.CALL_STACK_EXHAUSTED
            || trapped.kind() == TrapKind.OUT_OF_BOUNDS_MEMORY,
        trapped.message());
    assertInstanceOf(
        Outcome.Completed.class, call(engine, Guest.example("hello"), PLENTY, Call.builder()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"spin", "memfill", "flood"})
  void endlessGuest_anyKind_endsByItsLimit(String name) {
    Limits limits = PLENTY.toBuilder().fuel(50_000_000).build();
    Outcome outcome = call(COMPILED, Guest.example(name), limits, Call.builder());
    Outcome.LimitExceeded exceeded = assertInstanceOf(Outcome.LimitExceeded.class, outcome);
    assertEquals(name.equals("flood") ? LimitKind.OUTPUT : LimitKind.FUEL, exceeded.which());
    assertTrue(exceeded.used() > exceeded.limit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"spin", "memfill"})
  void endlessGuest_withPlentyOfFuel_endsByItsDeadline(String name) {
    Limits limits = Limits.builder().fuel(Limits.MAX_FUEL).wall(Duration.ofMillis(300)).build();
    Outcome outcome = call(COMPILED, Guest.example(name), limits, Call.builder());
    assertEquals(LimitKind.WALL, assertInstanceOf(Outcome.LimitExceeded.class, outcome).which());
  }

  @Test
  void grow_untilRefused_staysWithinTheLimit() {
    Limits limits = PLENTY.toBuilder().memoryBytes(8L << 20).build();
    Outcome outcome = call(COMPILED, Guest.example("grow"), limits, Call.builder());
    assertInstanceOf(Outcome.Completed.class, outcome);
    assertEquals("128\n", outcome.stdout().text());
    assertEquals(8L << 20, outcome.usage().memoryBytes());
    assertEquals(1, outcome.usage().growthsRefused());
  }
}
