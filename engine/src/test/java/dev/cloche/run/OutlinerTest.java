package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Execution;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions split into pieces do what they did, and cost what they cost. The limit is so small here
 * that everything is split that can be.
 */
@Tag("one-jdk")
class OutlinerTest {

  private static final long PLENTY = 1_000_000_000L;
  private static final int COUNT = Integer.getInteger("cloche.generated", 40);

  @TempDir Path scratch;

  private static MeteredModule metered(byte[] wasm) {
    try {
      return Meter.apply(ModuleReader.read(wasm, ModuleLimits.defaults()));
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  private static MeteredModule split(MeteredModule metered, int limit) {
    try {
      return Outliner.apply(metered, limit);
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  private static int pieces(MeteredModule module) {
    var parsed = Parser.parse(module.bytes());
    int functions = parsed.importSection().importCount() + parsed.functionSection().functionCount();
    return functions - module.firstPiece();
  }

  /** What a call leaves behind. */
  private record Effect(MeteredGuest.Ending ending, List<String> log, List<Byte> memory) {

    static Effect of(MeteredGuest guest, long fuel, String export, long... arguments) {
      MeteredGuest.Run run = guest.start(fuel);
      MeteredGuest.Ending ending = run.call(export, arguments);
      return new Effect(ending, List.copyOf(guest.log()), memory(run));
    }

    private static List<Byte> memory(MeteredGuest.Run run) {
      var memory = run.instance.memory();
      if (memory == null) {
        return List.of();
      }
      byte[] bytes = memory.readBytes(0, memory.pages() * 65_536);
      return List.of((byte) memory.pages(), (byte) java.util.Arrays.hashCode(bytes));
    }
  }

  private static void assertSameAtAnyBudget(byte[] wasm, int limit, long argument) {
    MeteredModule whole = metered(wasm);
    MeteredModule parts = split(whole, limit);
    assertTrue(pieces(parts) > 0, "nothing was split");
    MeteredGuest expected = MeteredGuest.of(whole, Execution.INTERPRETED);
    Effect full = Effect.of(expected, PLENTY, "run", argument);
    long step = Math.max(1, full.ending().fuel() / 40);
    for (Execution execution : Execution.values()) {
      MeteredGuest guest = MeteredGuest.of(parts, execution);
      assertEquals(full, Effect.of(guest, PLENTY, "run", argument), execution.name());
      for (long budget = 0; budget <= full.ending().fuel(); budget += step) {
        assertEquals(
            Effect.of(expected, budget, "run", argument),
            Effect.of(guest, budget, "run", argument),
            execution + " with " + budget);
      }
    }
  }

  /**
   * An interpreter in small: a loop around a switch, whose arms end in every way there is. The
   * argument is a program, four bits an instruction.
   */
  private static final byte[] MACHINE =
      Wat.wasm(
          """
          (module
            (import "env" "log" (func $log (param i64)))
            (memory 1 4)
            (func $helper (param i64) (result i64) (call $log (local.get 0)) (local.get 0))
            (func (export "run") (param $pc i64) (result i64)
              (local $op i32) (local $a i64) (local $f f64) (local $g f32) (local $tmp i64)
              (block $done (result i64)
                (block $error
                  (loop $next
                    (local.set $op (i32.and (i32.wrap_i64 (local.get $pc)) (i32.const 15)))
                    (local.set $pc (i64.shr_u (local.get $pc) (i64.const 4)))
                    (block $push
                      (block $x10 (block $x9 (block $x8 (block $x7 (block $x6 (block $x5 (block $x4 (block $x3
                        (block $x2 (block $x1 (block $x0
                          (br_table $x0 $x1 $x2 $x3 $x4 $x5 $x6 $x7 $x8 $x9 $x10 $error
                            (local.get $op)))
                        (br $done (i64.add (local.get $a) (i64.trunc_sat_f64_s (local.get $f)))))
                        (local.set $a (i64.add (local.get $a) (i64.const 3)))
                        (local.set $f (f64.add (local.get $f) (f64.const 0.75)))
                        (br $next))
                        (local.set $tmp (i64.mul (local.get $a) (i64.const 7)))
                        (local.set $a (call $helper (i64.xor (local.get $tmp) (local.get $pc))))
                        (br $push))
                        (if (i64.lt_u (local.get $a) (i64.const 50))
                          (then (local.set $a (i64.add (local.get $a) (i64.const 11))) (br $next)))
                        (local.set $a (i64.const 1)))
                        (i64.store (i32.const 8) (i64.add (local.get $a) (i64.const 1)))
                        (local.set $a (i64.load (i32.const 8)))
                        (br $next))
                        (drop (memory.grow (i32.const 1)))
                        (local.set $a (i64.add (local.get $a) (i64.extend_i32_u (memory.size))))
                        (br $next))
                        (local.set $g (f32.demote_f64 (local.get $f)))
                        (local.set $a (i64.add (local.get $a)
                          (i64.trunc_sat_f32_s (f32.mul (local.get $g) (f32.const 8)))))
                        (br $next))
                        (loop $spin
                          (local.set $a (i64.add (local.get $a) (i64.const 1)))
                          (br_if $spin (i64.lt_u (local.get $a) (i64.const 60))))
                        (br $next))
                        (call $log (local.get $a))
                        (return (i64.sub (local.get $a) (i64.const 1000))))
                        (i64.store (i32.wrap_i64 (i64.sub (i64.const 4) (local.get $a)))
                          (local.get $a))
                        (unreachable))
                      (memory.fill (i32.const 64) (i32.wrap_i64 (local.get $a)) (i32.const 200))
                      (br $error))
                    (i64.store (i32.const 16) (local.get $a))
                    (br $next)))
                (i64.const -1))))
          """);

  @ParameterizedTest
  @ValueSource(
      longs = {
        0x0L,
        0x01111L,
        0x0123456712345671L,
        0x7654321L,
        0x0777612L,
        0xA231L,
        0x91111L,
        0x9L,
        0xF212L,
        0x5555510L
      })
  void machine_anyProgram_doesAndCostsTheSame(long program) {
    for (int limit : new int[] {150, 250, 400}) {
      assertSameAtAnyBudget(MACHINE, limit, program);
    }
  }

  @ParameterizedTest
  @EnumSource(TestModules.class)
  void smallModules_splitOrNot_doAndCostTheSame(TestModules guest) {
    MeteredModule whole = metered(guest.wasm());
    for (int limit : new int[] {20, 60, 120}) {
      for (Execution execution : Execution.values()) {
        assertEquals(
            MeteredGuest.of(whole, execution).call(PLENTY, "run", guest.argument),
            MeteredGuest.of(split(whole, limit), execution).call(PLENTY, "run", guest.argument));
      }
    }
  }

  @Test
  void generatedModules_split_doAndCostTheSame() throws Exception {
    TestPrograms.require("wasm-opt");
    int pieces = 0;
    for (int seed = 0; seed < COUNT; seed++) {
      byte[] wasm = GeneratedModulesTest.generate(scratch, seed);
      MeteredModule whole = metered(wasm);
      MeteredModule parts = split(whole, 200);
      pieces += pieces(parts);
      MeteredGuest expected = MeteredGuest.of(whole, Execution.INTERPRETED);
      MeteredGuest interpreted = MeteredGuest.of(parts, Execution.INTERPRETED);
      MeteredGuest compiled = MeteredGuest.of(parts, Execution.COMPILED);
      for (String export : GeneratedModulesTest.exportedFunctions(wasm)) {
        long[] arguments = GeneratedModulesTest.arguments(wasm, export);
        String where = "seed " + seed + ", " + export;
        Effect effect = Effect.of(expected, PLENTY, export, arguments);
        assertEquals(effect, Effect.of(interpreted, PLENTY, export, arguments), where);
        assertEquals(effect, Effect.of(compiled, PLENTY, export, arguments), where);
      }
    }
    assertTrue(pieces > COUNT, pieces + " pieces");
  }

  @Test
  void module_whoseFunctionsAreSmall_staysAsItIs() {
    MeteredModule whole = metered(MACHINE);
    MeteredModule same = split(whole, Outliner.LIMIT_BYTES);
    assertArrayEquals(whole.bytes(), same.bytes());
    assertEquals(List.of(), same.scratchGlobals());
  }

  @Test
  void split_twice_givesTheSameBytes() {
    MeteredModule whole = metered(MACHINE);
    assertArrayEquals(split(whole, 200).bytes(), split(whole, 200).bytes());
  }
}
