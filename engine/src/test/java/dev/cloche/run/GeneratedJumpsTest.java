package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random programs that call each other directly, by table and through {@code invoke_*}, and throw
 * at many places: results, order of effects and fuel are the same interpreted, compiled and in
 * between, whatever the budget.
 *
 * <p>{@code -Dcloche.generated.jumps=N} tests N programs, 12 by default.
 */
class GeneratedJumpsTest {

  private static final int COUNT = Integer.getInteger("cloche.generated.jumps", 12);
  private static final long PLENTY = 10_000_000L;
  private static final int FUNCTIONS = 6;

  /** How deep calls may go: each call hands on one less. */
  private static final int DEPTH = 5;

  /** What a function can be like: the text of its type, and of a call's argument and result. */
  private enum Shape {
    INT("(param i32) (result i32)", "invoke_ii", "(local.set $x (i32.add (local.get $x) %s))"),
    NOTHING("(param i32)", "invoke_vi", "%s"),
    LONG(
        "(param i32) (result i64)",
        "invoke_ji",
        "(local.set $x (i32.xor (local.get $x) (i32.wrap_i64 %s)))"),
    FLOAT(
        "(param i32) (result f64)",
        "invoke_di",
        "(local.set $x (i32.sub (local.get $x) (i32.trunc_sat_f64_s %s)))");

    private final String type;
    private final String invoke;
    private final String use;

    Shape(String type, String invoke, String use) {
      this.type = type;
      this.invoke = invoke;
      this.use = use;
    }

    String result() {
      return switch (this) {
        case INT -> "(local.get $x)";
        case NOTHING -> "";
        case LONG -> "(i64.extend_i32_s (local.get $x))";
        case FLOAT -> "(f64.convert_i32_s (local.get $x))";
      };
    }

    static Shape of(int function) {
      return values()[function % values().length];
    }
  }

  /** Writes one program. */
  private static final class Program {
    private final Random random;
    private final StringBuilder text = new StringBuilder();

    Program(int seed) {
      random = new Random(seed);
    }

    String text() {
      text.append("(module (import \"host\" \"log\" (func $log (param i32 i32)))\n");
      for (Shape shape : Shape.values()) {
        text.append(
            "(import \"env\" \"%1$s\" (func $%1$s (param i32) %2$s))\n"
                .formatted(shape.invoke, shape.type));
      }
      text.append("(import \"env\" \"_emscripten_throw_longjmp\" (func $throw))\n");
      text.append("(memory 1) (global $thrown (mut i32) (i32.const 0))\n(table funcref (elem");
      for (int i = 0; i < FUNCTIONS; i++) {
        text.append(" $f").append(i);
      }
      text.append("))\n");
      for (int i = 0; i < FUNCTIONS; i++) {
        function(i);
      }
      text.append(
          "(func (export \"run\") (param i32) (result i32) (local $n i32) (local $x i32)\n");
      text.append("(local.set $n (i32.const ").append(DEPTH).append("))\n");
      for (int i = 0; i < 3; i++) {
        invoke(random.nextInt(FUNCTIONS));
      }
      return text.append("(local.get $x)))").toString();
    }

    private void function(int index) {
      Shape shape = Shape.of(index);
      text.append(
          "(func $f%d %s (local $n i32) (local $x i32) (local $i i32)\n"
              .formatted(index, shape.type));
      text.append("(local.set $n (i32.sub (local.get 0) (i32.const 1)))\n");
      text.append("(local.set $x (i32.const %d))\n".formatted(random.nextInt(100)));
      text.append("(if (i32.lt_s (local.get $n) (i32.const 0)) (then\n");
      maybeThrow();
      text.append("(return %s)))\n".formatted(shape.result()));
      for (int left = 2 + random.nextInt(3); left > 0; left--) {
        statement();
      }
      text.append(shape.result()).append(")\n");
    }

    private void statement() {
      int callee = random.nextInt(FUNCTIONS);
      switch (random.nextInt(7)) {
        case 0 -> use(callee, "(call $f%d (local.get $n))".formatted(callee));
        case 1 ->
            use(
                callee,
                "(call_indirect %s (local.get $n) (i32.const %d))"
                    .formatted(Shape.of(callee).type, callee));
        case 2, 3 -> invoke(callee);
        case 4 -> maybeThrow();
        case 5 -> {
          text.append(
              "(local.set $i (i32.const %d))\n(loop $again\n".formatted(1 + random.nextInt(2)));
          maybeThrow();
          invoke(callee);
          text.append("(br_if $again (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))\n");
        }
        default ->
            text.append(
                "(i32.store (i32.const 16) (i32.add (i32.load (i32.const 16)) (local.get $x)))\n");
      }
    }

    private void use(int callee, String call) {
      text.append(Shape.of(callee).use.formatted(call)).append('\n');
    }

    /** Invokes, and tells whether a throw ended there. */
    private void invoke(int callee) {
      Shape shape = Shape.of(callee);
      use(callee, "(call $%s (i32.const %d) (local.get $n))".formatted(shape.invoke, callee));
      text.append("(call $log (global.get $thrown) (local.get $x))\n");
      text.append("(global.set $thrown (i32.const 0))\n");
    }

    /** Throws depending on what was done so far. */
    private void maybeThrow() {
      text.append(
          ("(if (i32.eq (i32.and (i32.add (local.get $x) (i32.load (i32.const 16))) (i32.const 3))"
                  + " (i32.const %d)) (then (global.set $thrown (i32.const %d)) (call $throw)))\n")
              .formatted(random.nextInt(4), 1 + random.nextInt(9)));
    }
  }

  @Test
  void generatedPrograms_jumpAndCostTheSameInEveryEngine() {
    int caught = 0;
    for (int seed = 0; seed < COUNT; seed++) {
      byte[] wasm = Wat.wasm(new Program(seed).text());
      MeteredGuest interpreted = MeteredGuest.of(wasm, Execution.INTERPRETED);
      MeteredGuest.Ending expected = interpreted.call(PLENTY, "run", 0);
      assertTrue(expected.kind().startsWith("ok"), "seed " + seed + ": " + expected);
      List<String> log = List.copyOf(interpreted.log());
      caught += (int) log.stream().filter(line -> !line.startsWith("log[0,")).count();
      MeteredGuest compiled = MeteredGuest.of(wasm, Execution.COMPILED);
      assertEquals(expected, compiled.call(PLENTY, "run", 0), "seed " + seed);
      assertEquals(log, compiled.log(), "seed " + seed);
      changeOver(seed, wasm, expected, log);
      exhaust(seed, expected.fuel(), interpreted, compiled);
    }
    assertTrue(caught > 20 * COUNT, caught + " throws were caught");
  }

  /** A call that is interpreted while code is compiled goes on in it from some call on. */
  private static void changeOver(
      int seed, byte[] wasm, MeteredGuest.Ending expected, List<String> log) {
    MeteredGuest tiered = MeteredGuest.of(wasm, Execution.TIERED);
    for (int calls : new int[] {0, 1, 2, 3, 5, 9, 17, 33, 120, 500}) {
      tiered.interpretedCalls = calls;
      String where = "seed " + seed + ", " + calls + " calls";
      assertEquals(expected, tiered.call(PLENTY, "run", 0), where);
      assertEquals(log, tiered.log(), where);
    }
  }

  private static void exhaust(
      int seed, long total, MeteredGuest interpreted, MeteredGuest compiled) {
    Map<String, Integer> kinds = new TreeMap<>();
    Random random = new Random(seed);
    for (int i = 0; i < 15; i++) {
      long budget = (long) (random.nextDouble() * total);
      MeteredGuest.Ending ending = interpreted.call(budget, "run", 0);
      String where = "seed " + seed + ", budget " + budget;
      assertEquals(ending, compiled.call(budget, "run", 0), where);
      assertEquals(interpreted.log(), compiled.log(), where);
      kinds.merge(ending.kind(), 1, Integer::sum);
    }
    assertTrue(kinds.containsKey("stop LIMIT"), kinds + ", seed " + seed);
  }

  /** Counted by hand against the schedule: a throw costs what it did, no more and no less. */
  @Test
  void fuelOfAThrow_isThatOfWhatRanAndOfTheStackThatItLeft() {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (import "env" "invoke_vi" (func $invoke_vi (param i32 i32)))
              (import "env" "_emscripten_throw_longjmp" (func $throw))
              (memory 1)
              (table funcref (elem $f))
              (func $f (param i32)
                (if (local.get 0) (then (call $throw)))
                (drop (i32.const 1)))
              (func (export "run") (param i32) (result i32)
                (call $invoke_vi (i32.const 0) (local.get 0))
                (i32.const 5)))
            """);
    // run: const, local.get, call, const. f: local.get, if, and one of call and const, drop.
    int returns = 4 + 100 + 2 + 2;
    int throwing = 4 + 100 + 2 + 2 + 1 + 100 + (GuestJumps.FRAME_BYTES >> 3);
    for (Execution execution : Execution.values()) {
      MeteredGuest guest = MeteredGuest.of(wasm, execution);
      assertEquals(new MeteredGuest.Ending("ok[5]", returns), guest.call(1000, "run", 0));
      assertEquals(new MeteredGuest.Ending("ok[5]", throwing), guest.call(1000, "run", 1));
    }
  }
}
