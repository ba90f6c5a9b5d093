package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever a call moves from the interpreter to compiled code, nothing tells that it did. */
class TieredMachineTest {

  private static final long PLENTY = 1_000_000_000L;

  /** Calls before the change: each of the first, then some far apart; 10,000 is never here. */
  private static final List<Integer> POINTS =
      IntStream.concat(IntStream.range(0, 24), IntStream.of(50, 117, 300, 463, 10_000))
          .boxed()
          .toList();

  private static final byte[] INDIRECT_TRAP =
      Wat.wasm(
          """
          (module
            (import "host" "log" (func $log (param i32)))
            (type $unary (func (param i32) (result i32)))
            (table 2 funcref)
            (elem (i32.const 0) $down $zero)
            (global $depth (mut i32) (i32.const 0))
            (memory 1)
            (func $zero (param i32) (result i32) (i32.div_s (i32.const 7) (local.get 0)))
            (func $down (param i32) (result i32)
              (call $log (global.get $depth))
              (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
              (i32.store (i32.const 16) (i32.add (i32.load (i32.const 16)) (local.get 0)))
              (call_indirect (type $unary)
                (i32.sub (local.get 0) (i32.const 1))
                (i32.eq (local.get 0) (i32.const 1))))
            (func (export "run") (param i32) (result i32)
              (call_indirect (type $unary) (local.get 0) (i32.const 0)))
            (func (export "wide") (param i32) (result i32 i64 f64)
              (call $pair (local.get 0)) (f64.const 0.5))
            (func $pair (param i32) (result i32 i64)
              (i32.add (local.get 0) (global.get $depth)) (i64.const -3)))
          """);

  @ParameterizedTest
  @EnumSource(TestModules.class)
  void change_atAnyCall_givesTheSameResultAndFuel(TestModules guest) {
    MeteredGuest.Ending expected =
        MeteredGuest.of(guest.wasm(), Execution.COMPILED).call(PLENTY, "run", guest.argument);
    MeteredGuest tiered = MeteredGuest.of(guest.wasm(), Execution.TIERED);
    for (int calls : POINTS) {
      tiered.interpretedCalls = calls;
      assertEquals(expected, tiered.call(PLENTY, "run", guest.argument), calls + " calls");
    }
  }

  @ParameterizedTest
  @EnumSource(TestModules.class)
  void change_withAnyBudget_endsAtTheSameFuel(TestModules guest) {
    MeteredGuest interpreted = MeteredGuest.of(guest.wasm(), Execution.INTERPRETED);
    MeteredGuest tiered = MeteredGuest.of(guest.wasm(), Execution.TIERED);
    long full = interpreted.call(PLENTY, "run", guest.argument).fuel();
    for (int calls : List.of(1, 2, 5, 20)) {
      tiered.interpretedCalls = calls;
      for (long budget = 0; budget <= full; budget += Math.max(1, full / 40)) {
        assertEquals(
            interpreted.call(budget, "run", guest.argument),
            tiered.call(budget, "run", guest.argument),
            calls + " calls, budget " + budget);
      }
    }
  }

  @Test
  void change_inIndirectCallsThatTrap_keepsTrapAndSideEffects() {
    MeteredGuest interpreted = MeteredGuest.of(INDIRECT_TRAP, Execution.INTERPRETED);
    MeteredGuest tiered = MeteredGuest.of(INDIRECT_TRAP, Execution.TIERED);
    MeteredGuest.Ending expected = interpreted.call(PLENTY, "run", 9);
    assertTrue(expected.kind().contains("DIVIDE_BY_ZERO"), expected.kind());
    for (int calls = 0; calls < 14; calls++) {
      tiered.interpretedCalls = calls;
      assertEquals(expected, tiered.call(PLENTY, "run", 9), calls + " calls");
      assertEquals(interpreted.log(), tiered.log(), calls + " calls");
    }
  }

  @Test
  void change_beforeAFunctionOfSeveralResults_keepsTheirOrder() {
    MeteredGuest tiered = MeteredGuest.of(INDIRECT_TRAP, Execution.TIERED);
    MeteredGuest.Ending expected =
        MeteredGuest.of(INDIRECT_TRAP, Execution.INTERPRETED).call(PLENTY, "wide", 4);
    for (int calls = 0; calls < 4; calls++) {
      tiered.interpretedCalls = calls;
      assertEquals(expected, tiered.call(PLENTY, "wide", 4));
    }
  }
}
