package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.Execution;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A loop whose rounds the meter counts beforehand costs what its rounds cost; one that only looks
 * like it, too.
 */
class CountedLoopsTest {

  private static final long PLENTY = 1_000_000_000L;

  /** What stands around a loop, which goes where {@code AT} is. */
  enum Shape {
    COUNTED("(local.set $i FROM) AT"),
    COUNTED_BY_TEE("(drop (local.tee $i FROM)) (block AT)"),
    IN_AN_ARM("(if (local.get 0) (then (local.set $i FROM) AT))"),
    TWICE_IN_A_LOOP("(loop $o (local.set $i FROM) AT OUTER)"),
    /** Its second time begins where the first ended, and goes all the way around. */
    SET_ONCE_AROUND_A_LOOP("(local.set $i FROM) (loop $o AT OUTER)"),
    SET_TO_A_PARAMETER("(local.set $i (local.get 0)) AT"),
    NOT_SET("AT"),
    SET_IN_ONE_WAY(
        "(local.set $i FROM) (block (br_if 0 (local.get 0)) (local.set $i (i32.const 0))) AT"),
    SET_IN_ONE_ARM(
        "(if (local.get 0) (then (local.set $i FROM)) (else (local.set $i (i32.const 0)))) AT"),
    SET_AND_SET_AGAIN("(local.set $i FROM) (local.set $i (local.get 0)) AT");

    final String around;

    Shape(String around) {
      this.around = around;
    }
  }

  /** What else a round does. */
  enum Round {
    NOTHING(""),
    A_CALL("(call $g)"),
    A_LEAF("(call $leaf)"),
    A_BLOCK("(block (br_if 0 (local.get 0)) (nop))"),
    AN_ARM("(if (i32.and (local.get $n) (i32.const 1)) (then (call $leaf)))"),
    A_LOOP("(loop (br_if 0 (i32.const 0)))"),
    A_WAY_OUT("(br_if $out (i32.eq (local.get $n) (i32.const 5)))"),
    A_WAY_BACK(
        "(local.set $i (i32.add (local.get $i) (i32.const 0)))"
            + " (br_if $l (i32.and (local.get $n) (i32.const 0)))"),
    A_STEP_BACK("(local.set $i (i32.sub (local.get $i) (i32.const 0)))"),
    FILLING("(memory.fill (i32.const 0) (i32.const 1) (local.get $n))");

    final String code;

    Round(String code) {
      this.code = code;
    }
  }

  @Property(tries = 150)
  void anyLoop_costsWhatItsRoundsDo(
      @ForAll Shape shape,
      @ForAll Round round,
      @ForAll @IntRange(min = 0, max = 15) int start,
      @ForAll @IntRange(min = 1, max = 16) int rounds,
      @ForAll @IntRange(min = 28, max = 31) int step,
      @ForAll boolean down) {
    // So large a step that each way around ends soon, from wherever it begins.
    int by = 1 << step;
    int from = start << step;
    byte[] wasm = module(shape, round, from, by, from + (down ? -by : by) * rounds, down);
    check(wasm, from);
  }

  @Property(tries = 50)
  void countedLoop_anySteps_costsWhatItsRoundsDo(
      @ForAll Round round,
      @ForAll int from,
      @ForAll @IntRange(min = 1, max = 1_000) int rounds,
      @ForAll @IntRange(min = 1, max = 5_000) int step,
      @ForAll boolean down) {
    int to = from + (down ? -step : step) * rounds;
    check(module(Shape.COUNTED, round, from, step, to, down), from);
  }

  private static byte[] module(Shape shape, Round round, int from, int step, int to, boolean down) {
    String loop =
        "(loop $l %s (local.set $n (i32.add (local.get $n) (i32.const 1))) %s)"
            .formatted(round.code, back(step, to, down));
    String outer =
        "(br_if $o (i32.lt_u (local.tee $m (i32.add (local.get $m) (i32.const 1))) (i32.const 2)))";
    String around =
        shape
            .around
            .replace("AT", "(block $out " + loop + ")")
            .replace("FROM", "(i32.const " + from + ")")
            .replace("OUTER", outer);
    return Wat.wasm(
        """
        (module
          (memory 1)
          (func $leaf)
          (func $g (if (i32.const 0) (then)))
          (func (export "run") (param i32) (result i32) (local $i i32) (local $n i32) (local $m i32)
            %s
            (local.get $n)))
        """
            .formatted(around));
  }

  /** One that ends at 0 may leave the comparison out. */
  private static String back(int step, int to, boolean down) {
    String next =
        "(local.tee $i (i32.%s (local.get $i) (i32.const %d)))"
            .formatted(down ? "sub" : "add", step);
    return to == 0
        ? "(br_if $l " + next + ")"
        : "(br_if $l (i32.ne " + next + " (i32.const " + to + ")))";
  }

  private static void check(byte[] wasm, int argument) {
    MeteredGuest.Ending oracle = new PlainGuest(wasm).call("run", argument);
    MeteredGuest compiled = MeteredGuest.of(wasm, Execution.COMPILED);
    MeteredGuest interpreted = MeteredGuest.of(wasm, Execution.INTERPRETED);
    assertEquals(oracle, interpreted.call(PLENTY, "run", argument));
    assertEquals(oracle, compiled.call(PLENTY, "run", argument));
    assertEquals(oracle, compiled.call(oracle.fuel(), "run", argument));
    for (long budget : new long[] {0, oracle.fuel() / 2, oracle.fuel() - 1}) {
      assertEquals(
          interpreted.call(budget, "run", argument), compiled.call(budget, "run", argument));
    }
  }
}
