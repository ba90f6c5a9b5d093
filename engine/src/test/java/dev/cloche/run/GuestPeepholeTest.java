package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Execution;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What is rewritten in compiled code does what the interpreter does with the original. */
class GuestPeepholeTest {

  private static final long FUEL = 1_000_000;

  private static final Map<String, List<Long>> OPERANDS =
      Map.of(
          "i32", List.of(0L, 1L, 0xFFFFFFFFL, 0x80000000L, 0x7FFFFFFFL),
          "i64", List.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32),
          "f32",
              Stream.of(0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY)
                  .map(value -> Float.floatToRawIntBits(value) & 0xFFFFFFFFL)
                  .toList(),
          "f64",
              Stream.of(0.0, -0.0, 1.0, -1.0, Double.NaN, Double.NEGATIVE_INFINITY)
                  .map(Double::doubleToRawLongBits)
                  .toList());

  static Stream<String> comparisons() {
    Stream<String> integers =
        Stream.of("i32", "i64")
            .flatMap(
                type ->
                    Stream.of(
                            "eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s",
                            "ge_u")
                        .map(name -> type + "." + name));
    Stream<String> floats =
        Stream.of("f32", "f64")
            .flatMap(
                type ->
                    Stream.of("eq", "ne", "lt", "gt", "le", "ge").map(name -> type + "." + name));
    return Stream.concat(integers, floats);
  }

  /** As a value, and before each kind of jump, as it is and negated once and twice. */
  @ParameterizedTest
  @MethodSource("comparisons")
  void comparison_anyOperandsAndPlace_asInterpreted(String operation) {
    String type = operation.substring(0, 3);
    String test = "(" + operation + " (local.get 0) (local.get 1))";
    String places =
        Stream.of(test, "(i32.eqz " + test + ")", "(i32.eqz (i32.eqz " + test + "))")
            .map(GuestPeepholeTest::places)
            .collect(Collectors.joining());
    byte[] wasm =
        Wat.wasm(
            "(module (func (export \"run\") (param "
                + (type + " ").repeat(2)
                + ") (result i32) (local $sum i32)"
                + places
                + "(local.get $sum)))");
    MeteredGuest interpreted = MeteredGuest.of(wasm, Execution.INTERPRETED);
    MeteredGuest compiled = MeteredGuest.of(wasm, Execution.COMPILED);
    for (long a : OPERANDS.get(type)) {
      for (long b : OPERANDS.get(type)) {
        assertEquals(
            interpreted.call(FUEL, "run", a, b), compiled.call(FUEL, "run", a, b), a + ", " + b);
      }
    }
  }

  private static String places(String test) {
    String shift = "(local.set $sum (i32.shl (local.get $sum) (i32.const 1)))";
    String one = "(local.set $sum (i32.add (local.get $sum) (i32.const 1)))";
    return "(local.set $sum (i32.add (local.get $sum) "
        + test
        + "))"
        + shift
        + "(if "
        + test
        + " (then "
        + one
        + "))"
        + shift
        + "(block (br_if 0 "
        + test
        + ") "
        + one
        + ")"
        + shift
        + "(local.set $sum (i32.add (local.get $sum) (select (i32.const 1) (i32.const 0) "
        + test
        + ")))"
        + shift;
  }

  @Test
  void globals_compiledAndInterpreted_holdTheSame() {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (global $a (mut i32) (i32.const -7))
              (global $b (mut i64) (i64.const -8))
              (global $c i32 (i32.const 9))
              (global $d (mut f64) (f64.const 2.5))
              (global $e (mut i64) (i64.const 11))
              (func $step (param i64)
                (global.set $a (i32.sub (global.get $a) (global.get $c)))
                (global.set $b (i64.add (local.get 0) (global.get $e)))
                (global.set $e (i64.mul (global.get $b) (i64.const 3)))
                (global.set $d (f64.mul (global.get $d) (f64.const 1.5))))
              (func (export "run") (param i64) (result i32 i64 i64 f64)
                (call $step (local.get 0))
                (call $step (i64.const 5))
                (global.get $a) (global.get $b) (global.get $e) (global.get $d)))
            """);
    MeteredGuest.Ending interpreted =
        MeteredGuest.of(wasm, Execution.INTERPRETED).call(FUEL, "run", 1L << 40);
    assertTrue(interpreted.kind().startsWith("ok"), interpreted.kind());
    assertEquals(
        interpreted, MeteredGuest.of(wasm, Execution.COMPILED).call(FUEL, "run", 1L << 40));
  }

  /** A global that is not a field is reached as Chicory does; one that is never is. */
  @Test
  void rewrite_globals_leavesNoAccessToFieldsByIndex() {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (memory 1)
              (global $i (mut i32) (i32.const 0))
              (global $l (mut i64) (i64.const 0))
              (func (export "run") (param i32)
                (global.set $i (local.get 0))
                (global.set $i (i32.add (global.get $i) (i32.const 1)))
                (global.set $l (i64.extend_i32_s (global.get $i)))
                (global.set $l (i64.add (global.get $l) (i64.const 1)))))
            """);
    GuestCode code = new GuestCode(FieldGlobals.ofPlain(Parser.parse(wasm)));
    byte[] original = functions(wasm);
    assertEquals(7, globalAccesses(original));
    assertEquals(0, globalAccesses(code.rewrite(original)));
    assertEquals(7, globalAccesses(new GuestCode(FieldGlobals.none()).rewrite(original)));
  }

  /** Pins what metering costs: a change of the code that it adds shows here. */
  @Test
  void rewrite_meteredCode_hasSoManyAccessesToFuel() throws ModuleException {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (memory 1)
              (func $leaf (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
              (func $recursive (param i32) (result i32)
                (if (result i32) (i32.eqz (local.get 0))
                  (then (i32.const 0))
                  (else (i32.add
                    (call $recursive (i32.sub (local.get 0) (i32.const 1)))
                    (call $leaf (local.get 0))))))
              (func (export "run") (param i32) (result i32) (local $sum i32)
                (loop $again
                  (local.set $sum (call $leaf (local.get $sum)))
                  (br_if $again
                    (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
                (call $recursive (local.get $sum))))
            """);
    MeteredModule metered = Meter.apply(ModuleReader.read(wasm, ModuleLimits.defaults()));
    FieldGlobals globals =
        FieldGlobals.of(Parser.parse(metered.bytes()), metered.fuelGlobal(), metered.stackGlobal());
    byte[] code = new GuestCode(globals).rewrite(functions(metered.bytes()));
    Map<String, Integer> fuel = new TreeMap<>();
    Map<String, Integer> refuels = new TreeMap<>();
    count(code, fuel, refuels);
    assertEquals(Map.of("func_1", 4, "func_2", 4), fuel);
    assertEquals(Map.of("func_1", 1, "func_2", 2), refuels);
  }

  private static void count(
      byte[] classBytes, Map<String, Integer> fuel, Map<String, Integer> refuels) {
    ClassNode node = new ClassNode();
    new ClassReader(classBytes).accept(node, 0);
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode at : method.instructions) {
        if (at instanceof FieldInsnNode field && field.name.equals("fuel")) {
          fuel.merge(method.name, 1, Integer::sum);
        } else if (at instanceof MethodInsnNode call && call.name.equals("refuel")) {
          refuels.merge(method.name, 1, Integer::sum);
        }
      }
    }
  }

  private static byte[] functions(byte[] wasm) {
    return classes(wasm).entrySet().stream()
        .filter(entry -> entry.getKey().contains("FuncGroup"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, byte[]> classes(byte[] wasm) {
    return GuestCompiler.classes(Parser.parse(wasm)).classBytes();
  }

  private static int globalAccesses(byte[] classBytes) {
    ClassNode node = new ClassNode();
    new ClassReader(classBytes).accept(node, 0);
    int count = 0;
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode at : method.instructions) {
        if (at instanceof MethodInsnNode call && call.name.matches("(read|write)Global")) {
          count++;
        }
      }
    }
    return count;
  }
}
