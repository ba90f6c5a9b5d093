package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.PUTFIELD;

import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Execution;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The counters and the array go from function to function as parameters, and are the same. */
class RegisterPassingTest {

  /** Calls of every kind: direct and by table, with results of each type, and one that traps. */
  private static final byte[] GUEST =
      Wat.wasm(
          """
          (module
            (memory 1)
            (table funcref (elem $int $nothing $long $float $brief))
            (type $toInt (func (param i32) (result i32)))
            (type $toNothing (func (param i32)))
            (type $toLong (func (param i32) (result i64)))
            (type $toFloat (func (param i32) (result f64)))
            (func $brief (param i32) (result i32) (i32.load (local.get 0)))
            (func $int (param i32) (result i32)
              (if (result i32) (i32.eqz (local.get 0))
                (then (i32.const -1))
                (else (i32.add
                  (call $int (i32.sub (local.get 0) (i32.const 1)))
                  (call_indirect (type $toInt) (local.get 0) (i32.const 4))))))
            (func $nothing (param i32)
              (if (local.get 0)
                (then (call $nothing (i32.sub (local.get 0) (i32.const 1))))))
            (func $long (param i32) (result i64)
              (call $nothing (local.get 0))
              (i64.extend_i32_s (call $int (local.get 0))))
            (func $float (param i32) (result f64)
              (f64.convert_i64_s (call $long (local.get 0))))
            (func (export "run") (param $n i32) (param $at i32) (result f64)
              (call_indirect (type $toNothing) (local.get $n) (i32.const 1))
              (drop (call_indirect (type $toInt) (local.get $n) (i32.const 0)))
              (drop (call_indirect (type $toLong) (local.get $n) (i32.const 2)))
              (drop (call_indirect (type $toInt) (local.get $at) (i32.const 4)))
              (call_indirect (type $toFloat) (local.get $n) (i32.const 3))))
          """);

  private final MeteredGuest interpreted = MeteredGuest.of(GUEST, Execution.INTERPRETED);
  private final MeteredGuest compiled = MeteredGuest.of(GUEST, Execution.COMPILED);

  @Property(tries = 200)
  void call_withAnyBudget_endsAtTheSameFuel(@ForAll @LongRange(min = 0, max = 1_500) long budget) {
    assertEquals(interpreted.call(budget, "run", 9, 0), compiled.call(budget, "run", 9, 0));
  }

  @Test
  void trapBehindCalls_endsAtTheSameFuel() {
    MeteredGuest.Ending there = interpreted.call(10_000, "run", 9, 0x7FFF_FFFF);
    assertEquals(there, compiled.call(10_000, "run", 9, 0x7FFF_FFFF));
    assertNotEquals(interpreted.call(10_000, "run", 9, 0).kind(), there.kind());
  }

  /** Among more than 4,096 functions, Chicory finds the target of an indirect call in two steps. */
  @Tag("one-jdk")
  @Test
  void callIndirect_amongManyFunctions_endsAtTheSameFuel() {
    int count = 4_200;
    StringBuilder functions = new StringBuilder();
    for (int i = 0; i < count; i++) {
      functions.append(
          """
          (func $f%d (type $t)
            (if (result i32) (i32.eqz (local.get 0))
              (then (i32.load8_u (i32.const %d)))
              (else
                (i32.add (i32.const 1)
                  (call_indirect (type $t)
                    (i32.sub (local.get 0) (i32.const 1)) (i32.const %d))))))
          """
              .formatted(i, i, (i + 4_099) % count));
    }
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (memory 1)
              (type $t (func (param i32) (result i32)))
              (table funcref (elem %s))
              %s
              (func (export "run") (param i32 i32) (result i32)
                (call_indirect (type $t) (local.get 0) (local.get 1))))
            """
                .formatted(
                    IntStream.range(0, count)
                        .mapToObj(i -> "$f" + i)
                        .collect(Collectors.joining(" ")),
                    functions));
    MeteredGuest there = MeteredGuest.of(wasm, Execution.INTERPRETED);
    MeteredGuest here = MeteredGuest.of(wasm, Execution.COMPILED);
    assertEquals("ok[20]", here.call(100_000, "run", 20, 7).kind());
    for (long budget : new long[] {0, 5, 100, 150, 100_000}) {
      for (int first : new int[] {0, 4_095, 4_096, 4_199, 4_200}) {
        assertEquals(
            there.call(budget, "run", 20, first), here.call(budget, "run", 20, first), "" + first);
      }
    }
  }

  @Test
  void call_intoWrongType_trapsInBoth() {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (table funcref (elem $other))
              (func $other (param i64) (result i32) (i32.const 1))
              (func $never (param i32) (result i32) (local.get 0))
              (func (export "run") (result i32)
                (drop (call $never (i32.const 1)))
                (call_indirect (param i32) (result i32) (i32.const 1) (i32.const 0))))
            """);
    MeteredGuest.Ending ending = MeteredGuest.of(wasm, Execution.INTERPRETED).call(100, "run");
    assertEquals(ending, MeteredGuest.of(wasm, Execution.COMPILED).call(100, "run"));
  }

  /**
   * Code behind an endless loop is dead, and the frame of what a branch around it leads to told
   * only what it adds to none: the parameter was missing there, and no class with such a function
   * loaded.
   */
  @ParameterizedTest
  @ValueSource(strings = {"i32", "i64", "f32", "f64"})
  void branchAroundAnEndlessLoop_isCompiled(String type) {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (global $out (mut i32) (i32.const 1))
              (func $f (result TYPE)
                (block $around
                  (br_if $around (global.get $out))
                  (loop $again (drop (call $f)) (br $again)))
                (global.set $out (i32.const 0))
                (TYPE.const 7))
              (func (export "run") (result TYPE) (drop (call $f)) (call $f)))
            """
                .replace("TYPE", type));
    MeteredGuest there = MeteredGuest.of(wasm, Execution.INTERPRETED);
    MeteredGuest here = MeteredGuest.of(wasm, Execution.COMPILED);
    for (long budget : new long[] {0, 5, 10, 20, 500}) {
      assertEquals(there.call(budget, "run"), here.call(budget, "run"), "" + budget);
    }
  }

  /** Pins the accesses that are left: a change of Chicory's shape, or of ours, shows here. */
  @Test
  void functions_loadTheCounterBehindCallsAlone() throws ModuleException {
    // $nothing calls once, $int and $long twice, $float once, run five times; $brief calls nothing.
    assertEquals(
        Map.of("func_1", 2, "func_2", 1, "func_3", 2, "func_4", 1, "func_5", 5),
        accesses(GETFIELD, "fuel"));
    // The functions that can recurse tell the stack where it is found to be used up.
    assertEquals(Map.of(), accesses(GETFIELD, "stack"));
    assertEquals(
        Map.of("func_1", 1, "func_2", 1, "func_3", 1, "func_4", 1), accesses(PUTFIELD, "stack"));
    // The memory never grows: its array is a parameter, but of those that do not use it.
    assertEquals(Map.of("func_5", 5), accesses(GETFIELD, "bytes"));
  }

  /** In functions of the guest, by name. */
  private static Map<String, Integer> accesses(int opcode, String field) throws ModuleException {
    MeteredModule metered = Meter.apply(ModuleReader.read(GUEST, ModuleLimits.defaults()));
    FieldGlobals globals =
        FieldGlobals.of(Parser.parse(metered.bytes()), metered.fuelGlobal(), metered.stackGlobal())
            .withMemoryFixed(metered.fixedMemory());
    Map<String, Integer> found = new HashMap<>();
    GuestCompiler.classes(Parser.parse(metered.bytes()))
        .portable(globals)
        .forEach((name, bytes) -> count(bytes, opcode, field, found));
    return found;
  }

  private static void count(
      byte[] classBytes, int opcode, String field, Map<String, Integer> found) {
    ClassNode node = new ClassNode();
    new ClassReader(classBytes).accept(node, 0);
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode at : method.instructions) {
        if (method.name.startsWith("func_")
            && at.getOpcode() == opcode
            && ((FieldInsnNode) at).name.equals(field)) {
          found.merge(method.name, 1, Integer::sum);
        }
      }
    }
  }
}
