package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What C's setjmp and longjmp are made of, as a guest may use and misuse it. */
class JumpsTest {

  private static final String IMPORTS =
      """
      (import "env" "invoke_v" (func $invoke_v (param i32)))
      (import "env" "invoke_ii" (func $invoke_ii (param i32 i32) (result i32)))
      (import "env" "_emscripten_throw_longjmp" (func $throw))
      """;

  /** By entry of the table: 0 adds and throws, 1 adds, 2 throws through frames, 3 is null. */
  private static final String FUNCTIONS =
      """
      (memory 1)
      (table 6 funcref)
      (elem (i32.const 0) $adding $add $through)
      (elem (i32.const 4) $throw $invoke_v)
      (func $adding (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 1)))
        (call $throw))
      (func $add (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
      (func $through (param i32) (result i32)
        (if (i32.eqz (local.get 0)) (then (call $adding)))
        (i32.add (i32.const 1) (call $through (i32.sub (local.get 0) (i32.const 1)))))
      """;

  private static Tool guest(String body) {
    return Guests.command(IMPORTS + FUNCTIONS, body);
  }

  private static int status(Outcome outcome) {
    return Guests.completed(outcome).exitStatus();
  }

  private static String exit(String value) {
    return "(call $proc_exit " + value + ")";
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void invoke_ofAFunctionThatReturns_givesItsResult(Execution execution) {
    Tool tool = guest(exit("(call $invoke_ii (i32.const 1) (i32.const 41))"));
    assertEquals(42, status(Guests.run(execution, tool, Call.of())));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void throwThroughManyFrames_returnsZeroFromTheInvoke(Execution execution) {
    Tool tool =
        guest(
            exit(
                "(i32.add (i32.load (i32.const 8)) (i32.const 20)"
                    + " (call $invoke_ii (i32.const 2) (i32.const 500)) (i32.add)"
                    + " (i32.load (i32.const 8)) (i32.add))"));
    assertEquals(21, status(Guests.run(execution, tool, Call.of())));
  }

  /** An entry may be a function of the host: the throw itself, or another invoke. */
  @ParameterizedTest
  @EnumSource(Execution.class)
  void invoke_ofTheThrowItself_returns(Execution execution) {
    Tool tool = guest("(call $invoke_v (i32.const 4)) " + exit("(i32.const 7)"));
    assertEquals(7, status(Guests.run(execution, tool, Call.of())));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l1_hundredThousandThrows_leaveNothingBehind(Execution execution) {
    Tool tool =
        guest(
            "(local $i i32) (loop $again (call $invoke_v (i32.const 0))"
                + "(local.set $i (i32.add (local.get $i) (i32.const 1)))"
                + "(br_if $again (i32.lt_u (local.get $i) (i32.const 100000))))"
                + exit("(i32.div_u (i32.load (i32.const 8)) (i32.const 1000))"));
    Outcome outcome = Guests.run(execution, tool, Guests.fuel(1_000_000_000));
    assertEquals(100, status(outcome));
    assertEquals(200_001, outcome.usage().hostCalls());
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l1_endlessThrows_endByFuelAndByWall(Execution execution) {
    Tool tool = guest("(loop $again (call $invoke_v (i32.const 0)) (br $again))");
    Guests.exceeded(LimitKind.FUEL, Guests.run(execution, tool, Guests.fuel(1_000_000)));
    Guests.exceeded(
        LimitKind.WALL, Guests.run(execution, tool, Guests.wall(Duration.ofMillis(200))));
  }

  /** What call_indirect would do: undefined, of another type, null, beyond 2 GiB. */
  @ParameterizedTest
  @CsvSource({
    "6,UNDEFINED_ELEMENT",
    "-1,UNDEFINED_ELEMENT",
    "2147483647,UNDEFINED_ELEMENT",
    "3,UNINITIALIZED_ELEMENT",
    "1,INDIRECT_CALL_TYPE_MISMATCH",
    "5,INDIRECT_CALL_TYPE_MISMATCH"
  })
  void h1_entryThatCannotBeCalled_trapsAsCallIndirectDoes(int entry, TrapKind kind) {
    Tool tool = guest("(call $invoke_v (i32.const " + entry + "))");
    for (Execution execution : Execution.values()) {
      Guests.trapped(kind, Guests.run(execution, tool, Call.of()));
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void h8_throwWithoutInvoke_isATrap(Execution execution) {
    Guests.trapped(TrapKind.OTHER, Guests.run(execution, guest("(call $throw)"), Call.of()));
    Tool late = guest("(call $invoke_v (i32.const 0)) (call $throw)");
    Guests.trapped(TrapKind.OTHER, Guests.run(execution, late, Call.of()));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l10_whatIsNoThrow_passesThroughAnInvoke(Execution execution) {
    Tool trap = inside("unreachable");
    Guests.trapped(TrapKind.UNREACHABLE, Guests.run(execution, trap, Call.of()));
    Tool zero = inside("(drop (i32.div_u (i32.const 1) (i32.load (i32.const 0))))");
    Guests.trapped(TrapKind.INTEGER_DIVIDE_BY_ZERO, Guests.run(execution, zero, Call.of()));
    assertEquals(5, status(Guests.run(execution, inside(exit("(i32.const 5)")), Call.of())));
    Tool spin = inside("(loop $again (br $again))");
    Guests.exceeded(LimitKind.FUEL, Guests.run(execution, spin, Guests.fuel(100_000)));
    Guests.exceeded(
        LimitKind.WALL, Guests.run(execution, spin, Guests.wall(Duration.ofMillis(100))));
  }

  /** A command that invokes a function of this body, and tells if it came back. */
  private static Tool inside(String body) {
    return Guests.command(
        IMPORTS + "(memory 1) (table funcref (elem $f)) (func $f " + body + ")",
        "(call $invoke_v (i32.const 0)) (call $proc_exit (i32.const 99))");
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l10_exhaustionInAThrow_endsTheCall(Execution execution) {
    Tool tool = guest("(drop (call $invoke_ii (i32.const 2) (i32.const 1000)))");
    long enough = Guests.run(execution, tool, Guests.fuel(1_000_000)).usage().fuel();
    assertEquals(
        enough, Guests.completed(Guests.run(execution, tool, Guests.fuel(enough))).usage().fuel());
    for (long less : List.of(1L, 50L, 150L, 64_000L, enough - 300)) {
      Guests.exceeded(LimitKind.FUEL, Guests.run(execution, tool, Guests.fuel(enough - less)));
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  @Timeout(60)
  void l6_recursionThroughInvoke_endsAtTheSameDepthAndTheNextCallIsWell(Execution execution) {
    Tool deep =
        Guests.command(
            IMPORTS
                + "(memory 1) (table funcref (elem $f))"
                + "(func $f (i32.store (i32.const 8)"
                + " (i32.add (i32.load (i32.const 8)) (i32.const 1)))"
                + "(call $invoke_v (i32.const 0)))",
            "(call $invoke_v (i32.const 0))");
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      Outcome first = session.call(deep, Call.of());
      Guests.trapped(TrapKind.CALL_STACK_EXHAUSTED, first);
      assertTrue(first.usage().hostCalls() > 30_000, "depth " + first.usage().hostCalls());
      Outcome again = session.call(deep, Call.of());
      assertEquals(first.usage().fuel(), again.usage().fuel());
      assertEquals(first.usage().hostCalls(), again.usage().hostCalls());
      assertEquals(0, status(session.call(Guests.NOTHING, Call.of())));
    }
  }

  /** Frames that a throw left are given back: the same depth again and again. */
  @ParameterizedTest
  @EnumSource(Execution.class)
  void l6_deepThrows_giveTheirFramesBack(Execution execution) {
    Tool tool =
        guest(
            "(local $i i32) (loop $again"
                + "(drop (call $invoke_ii (i32.const 2) (i32.const 60000)))"
                + "(local.set $i (i32.add (local.get $i) (i32.const 1)))"
                + "(br_if $again (i32.lt_u (local.get $i) (i32.const 5))))"
                + exit("(i32.load (i32.const 8))"));
    assertEquals(5, status(Guests.run(execution, tool, Guests.fuel(1_000_000_000))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(import \"env\" \"invoke_v\" (func (param i64)))",
        "(import \"env\" \"invoke_v\" (func))",
        "(import \"env\" \"invoke_v\" (func (param i32 externref)))",
        "(import \"env\" \"invoke_v\" (func (param i32) (result funcref)))",
        "(import \"env\" \"_emscripten_throw_longjmp\" (func (param i32)))",
        "(import \"env\" \"_emscripten_throw_longjmp\" (func (result i32)))",
        "(import \"env\" \"emscripten_longjmp\" (func (param i32 i32)))",
        "(import \"env\" \"fd_write\" (func (param i32 i32 i32 i32) (result i32)))",
        "(import \"env\" \"invoke\" (func (param i32)))",
        "(import \"cloche\" \"invoke_v\" (func (param i32)))",
        "(import \"wasi_snapshot_preview1\" \"invoke_v\" (func (param i32)))"
      })
  void h3_importThatIsNoJump_isRefused(String declaration) {
    String table = "(memory 1) (table 1 funcref)";
    Guests.refused(
        Guests.run(Execution.COMPILED, Guests.command(declaration + table, ""), Call.of()));
    assertEquals(
        0, status(Guests.run(Execution.COMPILED, Guests.command(IMPORTS + table, ""), Call.of())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(memory 1)", "(memory 1) (table 1 externref)"})
  void h3_invokeWithoutATableOfFunctions_isRefused(String fields) {
    Guests.refused(Guests.run(Execution.COMPILED, Guests.command(IMPORTS + fields, ""), Call.of()));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void backtrace_behindAnInvoke_namesTheGuestsFunctions(Execution execution) {
    Outcome.Trapped trap =
        Guests.trapped(
            TrapKind.UNREACHABLE, Guests.run(execution, inside("unreachable"), Call.of()));
    if (execution == Execution.COMPILED) {
      // Imports come first: proc_exit, invoke_v, which has a frame of its own, invoke_ii, throw.
      assertEquals(List.of(4, 1, 5), trap.backtrace().stream().map(GuestFrame::function).toList());
    }
  }

  @Test
  void startUp_thatJumps_isRunOnceAndPaidByNoCall() {
    Tool tool =
        Guests.command(
            IMPORTS
                + FUNCTIONS
                + "(func (export \"_initialize\") (call $invoke_v (i32.const 0))"
                + " (drop (call $invoke_ii (i32.const 2) (i32.const 100))))",
            exit("(i32.load (i32.const 8))"));
    for (Execution execution : Execution.values()) {
      Outcome outcome = Guests.run(execution, tool, Guests.fuel(10_000));
      assertEquals(2, status(outcome));
      assertTrue(outcome.usage().fuel() < 200, "fuel " + outcome.usage().fuel());
    }
  }

  /** A throw that nothing catches is a trap there, too: calls start from the segments. */
  @Test
  void startUp_thatThrowsOutOfItself_countsForNothing() {
    Tool tool =
        Guests.command(
            IMPORTS + FUNCTIONS + "(func (export \"_initialize\") (call $adding))",
            exit("(i32.load (i32.const 8))"));
    assertEquals(0, status(Guests.run(Execution.COMPILED, tool, Call.of())));
  }

  @Test
  void codeOfTheCache_jumpsTheSame(@TempDir Path directory) {
    Tool tool = guest("(drop (call $invoke_ii (i32.const 2) (i32.const 50)))");
    long expected = Guests.run(Execution.INTERPRETED, tool, Call.of()).usage().fuel();
    for (int i = 0; i < 2; i++) {
      try (Engine engine =
              Engine.builder().execution(Execution.COMPILED).codeCache(directory).build();
          Session session = engine.openSession()) {
        assertEquals(
            expected, Guests.completed(session.call(tool, Call.of())).usage().fuel(), "run " + i);
      }
    }
  }
}
