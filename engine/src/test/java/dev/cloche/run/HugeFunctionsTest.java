package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.GuestFrame;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;

/** No function of a large guest becomes a method that HotSpot leaves to its interpreter. */
class HugeFunctionsTest {

  /** HotSpot's {@code HugeMethodLimit}. */
  private static final int HUGE = 8_000;

  private static final int ARMS = 60;

  /** A loop around a switch of many arms, and as much code again without any branch. */
  private static final byte[] GUEST =
      Wat.wasm(
          """
          (module
            (memory (export "memory") 1)
            (func $work (param $n i32) (result i32) (local $a i32) (local $b i64)
              (block $done
                (loop $next
                  (local.set $n (i32.add (local.get $n) (i32.const 1)))
                  (br_if $done (i32.gt_u (local.get $n) (i32.const %d)))
                  %s
                  (br_table %s (local.get $n)) %s))
              %s
              (local.get $a))
            (func (export "run") (param i32) (result i32) (call $work (local.get 0)))
            (func $fail (export "_start") (drop (call $work (i32.const %d)))))
          """
              .formatted(
                  ARMS,
                  each("(block $x%d ", ARMS),
                  each("$x%d ", 0),
                  IntStream.range(0, ARMS)
                      .mapToObj(HugeFunctionsTest::arm)
                      .collect(Collectors.joining("\n")),
                  IntStream.range(0, 600)
                      .mapToObj(HugeFunctionsTest::store)
                      .collect(Collectors.joining("\n")),
                  ARMS - 2));

  private static String each(String format, int from) {
    IntStream numbers =
        from == 0 ? IntStream.range(0, ARMS) : IntStream.range(0, ARMS).map(i -> ARMS - 1 - i);
    return numbers.mapToObj(format::formatted).collect(Collectors.joining());
  }

  private static String arm(int i) {
    String end = i == ARMS - 1 ? "(unreachable)" : "(br $next)";
    return ")" + step(i, 0) + step(i, 1) + step(i, 2) + step(i, 3) + end;
  }

  private static String step(int i, int j) {
    return """
        (local.set $a (i32.xor (i32.mul (local.get $a) (i32.const 31)) (i32.const %1$d)))
        (if (i32.and (local.get $a) (i32.const 4))
          (then (local.set $b (i64.add (local.get $b) (i64.const %1$d)))
            (i64.store (i32.const %2$d) (local.get $b))))
        (local.set $a (i32.add (local.get $a) (i32.load (i32.const %2$d))))
        """
        .formatted(i * 7 + j + 1, 8 * i);
  }

  private static String store(int i) {
    return "(i32.store offset=%d (i32.const 8) (i32.mul (local.get $a) (i32.const %d)))"
        .formatted(4 * i, i + 100);
  }

  private static MeteredModule metered() throws ModuleException {
    return Meter.apply(ModuleReader.read(GUEST, ModuleLimits.defaults()));
  }

  private static Map<String, Integer> methodSizes(MeteredModule metered) {
    var module = Parser.parse(metered.bytes());
    GuestClasses classes = GuestCompiler.classes(module);
    assertTrue(
        classes.machines(FieldGlobals.of(module, metered.fuelGlobal(), metered.stackGlobal()))
            != null);
    Map<String, Integer> sizes = new TreeMap<>();
    classes.classBytes().values().forEach(bytes -> measure(bytes, sizes));
    return sizes;
  }

  private static void measure(byte[] classBytes, Map<String, Integer> sizes) {
    new ClassReader(classBytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new CodeSizeEvaluator(null) {
                  @Override
                  public void visitEnd() {
                    if (name.startsWith("func_")) {
                      sizes.put(name, getMinSize());
                    }
                  }
                };
              }
            },
            0);
  }

  @Test
  void hugeFunction_split_becomesMethodsThatHotSpotCompiles() throws ModuleException {
    MeteredModule whole = metered();
    Map<String, Integer> before = methodSizes(whole);
    assertTrue(before.get("func_0") > 2 * HUGE, before.toString());
    Map<String, Integer> after = methodSizes(Outliner.apply(whole));
    assertTrue(after.size() > before.size());
    assertTrue(after.values().stream().allMatch(size -> size < HUGE), after.toString());
  }

  @Test
  void hugeFunction_split_doesAndCostsTheSame() throws ModuleException {
    MeteredModule whole = metered();
    MeteredModule parts = Outliner.apply(whole);
    MeteredGuest expected = MeteredGuest.of(whole, Execution.INTERPRETED);
    for (Execution execution : Execution.values()) {
      MeteredGuest guest = MeteredGuest.of(parts, execution);
      for (int n : new int[] {-1, 0, 100, ARMS - 2, ARMS - 1, ARMS, 1000}) {
        assertEquals(expected.call(10_000_000, "run", n), guest.call(10_000_000, "run", n), "" + n);
      }
    }
  }

  /** Index 0 is the function, 2 its caller; the piece in which it traps has a higher one. */
  @Test
  void trapInAPiece_backtrace_showsTheFunctionOnce() {
    try (Engine engine = Engine.builder().execution(Execution.COMPILED).build();
        Session session = engine.openSession()) {
      Outcome outcome = session.call(Tool.of("huge", GUEST), Call.of());
      assertTrue(outcome instanceof Outcome.Trapped, outcome.message());
      assertEquals(
          java.util.List.of(0, 2),
          ((Outcome.Trapped) outcome).backtrace().stream().map(GuestFrame::function).toList());
    }
  }
}
