package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Start-up code runs once where it may, and in each call where it may not. */
class WarmUpTest {

  /** Adds a million, one by one. */
  private static final String COUNT =
      """
      (local $i i32)
      (loop $again
        (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 1)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $again (i32.lt_u (local.get $i) (i32.const 1000000))))
      """;

  /** Exits with the number at address 8, in tens of thousands, and adds to it before. */
  private static final String TELL =
      """
      (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 10000)))
      (call $proc_exit (i32.div_u (i32.load (i32.const 8)) (i32.const 10000)))
      """;

  private static Tool withStart(String body, String entry) {
    return Guests.command("(func $first " + body + ") (start $first)", entry);
  }

  private static Tool withExport(String name, String body, String entry) {
    return Guests.command("(memory 1) (func (export \"" + name + "\") " + body + ")", entry);
  }

  /** The exit status of each of three calls in one engine, which must be one. */
  private static int status(Execution execution, Tool tool) {
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      int first = Guests.completed(session.call(tool, Call.of())).exitStatus();
      for (int i = 0; i < 2; i++) {
        assertEquals(first, Guests.completed(session.call(tool, Call.of())).exitStatus());
      }
      return first;
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void startFunction_ofNoHostCall_isRunOnceAndPaidByNoCall(Execution execution) {
    Tool tool = withStart(COUNT, TELL);
    assertEquals(101, status(execution, tool));
    Outcome outcome = Guests.run(execution, tool, Guests.fuel(1000));
    assertEquals(101, Guests.completed(outcome).exitStatus());
    assertTrue(outcome.usage().fuel() < 200, "fuel " + outcome.usage().fuel());
  }

  @ParameterizedTest
  @ValueSource(strings = {"_initialize", "wizer.initialize"})
  void exportedStartUp_isRunOnce(String name) {
    Tool tool = withExport(name, COUNT, TELL);
    assertEquals(101, status(Execution.COMPILED, tool));
    assertTrue(
        Guests.run(Execution.COMPILED, tool, Guests.fuel(1000)).usage().fuel() < 200, "is paid");
  }

  @Test
  void startUp_ofSeveralFunctions_runsInTheOrderOfTheirNames() {
    String digit =
        "(i32.store (i32.const 8)"
            + " (i32.add (i32.mul (i32.load (i32.const 8)) (i32.const 10)) (i32.const %d)))";
    String fields =
        "(func (export \"wizer.initialize\") %s) (func (export \"_initialize\") %s)"
            + "(func $first %s) (start $first)";
    Tool tool =
        Guests.command(
            fields.formatted(digit.formatted(3), digit.formatted(2), digit.formatted(1)),
            "(call $proc_exit (i32.load (i32.const 8)))");
    assertEquals(123, status(Execution.COMPILED, tool));
  }

  @Test
  void exportedStartUp_withAParameter_isNone() {
    assertEquals(1, status(Execution.COMPILED, withExport("_initialize", "(param i32)", TELL)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(call $proc_exit (i32.const 3))",
        "(drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))",
        "(drop (call $environ_get (i32.const 0) (i32.const 64)))",
        "(drop (call $fd_close (i32.const 1)))",
        "(drop (call $fd_write (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 16)))",
        "(drop (memory.grow (i32.const 60000)))",
        "(loop $for_ever (br $for_ever))",
        "unreachable"
      })
  void exportedStartUp_thatDoesMoreThanItMay_countsForNothing(String body) {
    String start = "(i32.store (i32.const 8) (i32.const 500000)) " + body;
    assertEquals(1, status(Execution.COMPILED, withExport("_initialize", start, TELL)));
  }

  @Test
  void exportedStartUp_readsAFixedClockAndSeededNumbers() {
    String ask =
        "(drop (call $clock_time_get (i32.const 0) (i64.const 1) (i32.const 16)))"
            + "(drop (call $random_get (i32.const 24) (i32.const 8)))";
    Tool baked = withExport("_initialize", ask, "(call $print (i32.const 16) (i32.const 16))");
    String seen = Guests.printed(Guests.run(Execution.COMPILED, baked, Call.of()));
    assertEquals(seen, Guests.printed(Guests.run(Execution.INTERPRETED, baked, Call.of())));
    assertNotEquals("\0".repeat(16), seen);
    Tool fresh = withExport("_initialize", ask, ask + "(call $print (i32.const 24) (i32.const 8))");
    assertNotEquals(
        Guests.printed(Guests.run(Execution.COMPILED, fresh, Call.of())),
        Guests.printed(Guests.run(Execution.COMPILED, fresh, Call.of())));
  }

  @Test
  void exportedStartUp_output_isForgotten() {
    Tool tool =
        Guests.command(
            "(data (i32.const 100) \"x\")"
                + "(func (export \"_initialize\") (call $print (i32.const 100) (i32.const 1)))",
            "(call $print (i32.const 100) (i32.const 1))");
    assertEquals("x", Guests.printed(Guests.run(Execution.COMPILED, tool, Call.of())));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void startFunction_thatPrints_doesSoInEachCall(Execution execution) {
    Tool tool =
        Guests.command(
            "(data (i32.const 100) \"ab\")"
                + "(func $first (call $print (i32.const 100) (i32.const 1))) (start $first)",
            "(call $print (i32.const 101) (i32.const 1))");
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      for (int i = 0; i < 3; i++) {
        assertEquals("ab", Guests.printed(session.call(tool, Call.of())));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void startFunction_thatFails_failsEachCallInItsOwnWay(Execution execution) {
    Tool traps = withStart("unreachable", "nop");
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession(Guests.fuel(5000))) {
      assertEquals(Optional.empty(), engine.prepare(traps));
      for (int i = 0; i < 2; i++) {
        Guests.trapped(TrapKind.UNREACHABLE, session.call(traps, Call.of()));
      }
    }
  }

  /** In one way of running alone: start-up is interpreted in each, until its fuel is gone. */
  @Test
  @Tag("one-jdk") // interprets for 10 s and more
  void startFunction_withoutEnd_costsEachCallItsFuel() {
    Tool spins = withStart("(loop $for_ever (br $for_ever))", "nop");
    try (Engine engine = Engine.create();
        Session session = engine.openSession(Guests.fuel(5000))) {
      for (int i = 0; i < 2; i++) {
        assertTrue(
            Guests.exceeded(LimitKind.FUEL, session.call(spins, Call.of())).used() < 6000, "used");
      }
    }
  }

  @Test
  void startFunction_ofAModuleWithoutEntry_isItsCall() {
    Tool tool = Guests.module("(module (memory 1) (func $first " + COUNT + ") (start $first))");
    Outcome outcome = Guests.run(Execution.COMPILED, tool, Guests.fuel(100_000_000));
    assertTrue(Guests.completed(outcome).usage().fuel() > 1_000_000);
  }

  @Test
  void segments_outOfBounds_trapEachCall() {
    Tool tool = Guests.command("(data (i32.const 65535) \"xx\")", "nop");
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      for (int i = 0; i < 2; i++) {
        Guests.trapped(TrapKind.OUT_OF_BOUNDS_MEMORY, session.call(tool, Call.of()));
      }
    }
  }

  @Test
  void startUp_thatGrowsMemory_leavesItGrown() {
    Tool tool = withExport("_initialize", "(drop (memory.grow (i32.const 9)))", "nop");
    Outcome outcome = Guests.run(Execution.COMPILED, tool, Call.of());
    assertEquals(10 * Limits.PAGE_BYTES, outcome.usage().memoryBytes());
    Limits small = Limits.builder().memoryBytes(9 * Limits.PAGE_BYTES).build();
    Guests.refused(Guests.run(Execution.COMPILED, tool, small));
  }

  @Test
  void image_aboveWhatIsKept_isNotKept() {
    String fill = "(memory.fill (i32.const 0) (i32.const 1) (i32.const 20000000))";
    Tool tool =
        Guests.command(
            "(memory 400) (func (export \"_initialize\") " + fill + ")",
            "(call $proc_exit (i32.load8_u (i32.const 8)))");
    assertEquals(0, status(Execution.COMPILED, tool));
  }

  @Test
  void fuel_ofAWarmTool_isTheSameHoweverItIsRun(@TempDir Path directory) {
    Tool tool = withStart(COUNT, COUNT + TELL);
    long fuel = Guests.run(Execution.INTERPRETED, tool, Call.of()).usage().fuel();
    assertTrue(fuel > 1_000_000 && fuel < 20_000_000, "fuel " + fuel);
    assertEquals(fuel, Guests.run(Execution.COMPILED, tool, Call.of()).usage().fuel());
    for (int i = 0; i < 2; i++) {
      try (Engine engine = Engine.builder().codeCache(directory.resolve("cache")).build();
          Session session = engine.openSession()) {
        assertEquals(fuel, session.call(tool, Call.of()).usage().fuel());
      }
    }
  }
}
