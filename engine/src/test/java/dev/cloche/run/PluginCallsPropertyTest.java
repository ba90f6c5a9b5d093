package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** Plugins that call any functions with any numbers. */
class PluginCallsPropertyTest {

  /** Name, letters of the parameters (i for 32 bits, j for 64), letter of the result. */
  private static final List<String> FUNCTIONS =
      List.of(
          "alloc j j",
          "free j",
          "length j j",
          "length_unsafe j j",
          "load_u8 j i",
          "load_u64 j j",
          "store_u8 ji",
          "store_u64 jj",
          "input_load_u8 j i",
          "input_load_u64 j j",
          "input_set jj",
          "input_length - j",
          "input_offset - j",
          "output_set jj",
          "output_length - j",
          "output_offset - j",
          "error_set j",
          "error_get - j",
          "reset -",
          "memory_bytes - j",
          "config_get j j",
          "var_get j j",
          "var_set jj",
          "http_request jj j",
          "http_status_code - i",
          "http_headers - j",
          "log_trace j",
          "log_debug j",
          "log_info j",
          "log_warn j",
          "log_error j",
          "get_log_level - i");

  /** The first or the second number is the last result. */
  private static final int LAST_FIRST = 64;

  private static final int LAST_SECOND = 128;

  private static final Tool PLUGIN = plugin();
  private static final Engine ENGINE = Engine.create();
  private static final Engine INTERPRETER =
      Engine.builder().execution(Execution.INTERPRETED).build();

  private static final Limits LIMITS =
      Limits.builder()
          .fuel(20_000_000)
          .memoryBytes(2 << 20)
          .outputBytes(100_000)
          .wall(Duration.ofSeconds(60))
          .build();

  @AfterContainer
  static void close() {
    ENGINE.close();
    INTERPRETER.close();
  }

  /** Does what its input says: for each call 17 bytes, which function and two numbers. */
  private static Tool plugin() {
    StringBuilder imports = new StringBuilder();
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < FUNCTIONS.size(); i++) {
      String[] parts = FUNCTIONS.get(i).split(" ", -1);
      String parameters = parts[1].equals("-") ? "" : parts[1];
      imports.append("(import \"extism:host/env\" \"%1$s\" (func $%1$s".formatted(parts[0]));
      StringBuilder call = new StringBuilder("(call $" + parts[0]);
      for (int p = 0; p < parameters.length(); p++) {
        boolean wide = parameters.charAt(p) == 'j';
        imports.append(wide ? " (param i64)" : " (param i32)");
        String number = "(local.get $%s)".formatted(p == 0 ? "a" : "b");
        call.append(wide ? number : "(i32.wrap_i64 " + number + ")");
      }
      call.append(")");
      if (parts.length == 3) {
        boolean wide = parts[2].equals("j");
        imports.append(wide ? " (result i64)" : " (result i32)");
        String result = wide ? call.toString() : "(i64.extend_i32_u " + call + ")";
        call = new StringBuilder("(global.set $last " + result + ")");
      }
      imports.append("))");
      calls.append("(if (i32.eq (local.get $op) (i32.const %d)) (then %s))".formatted(i, call));
    }
    return Tool.of(
        "calls",
        Wat.wasm(
            """
            (module
              %s
              (memory 1)
              (global $last (mut i64) (i64.const 0))
              (func $one (param $op i32) (param $a i64) (param $b i64)
                (if (i32.and (local.get $op) (i32.const 64))
                  (then (local.set $a (global.get $last))))
                (if (i32.and (local.get $op) (i32.const 128))
                  (then (local.set $b (global.get $last))))
                (local.set $op (i32.and (local.get $op) (i32.const 63)))
                %s)
              (func (export "run") (result i32) (local $i i32) (local $size i32)
                (local.set $size (i32.wrap_i64 (call $input_length)))
                (loop $copy
                  (i32.store8 (local.get $i)
                    (call $input_load_u8 (i64.extend_i32_u (local.get $i))))
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  (br_if $copy (i32.lt_u (local.get $i) (local.get $size))))
                (local.set $i (i32.const 0))
                (loop $more
                  (if (i32.lt_u (local.get $i) (local.get $size))
                    (then
                      (call $one
                        (i32.load8_u (local.get $i))
                        (i64.load (i32.add (local.get $i) (i32.const 1)))
                        (i64.load (i32.add (local.get $i) (i32.const 9))))
                      (local.set $i (i32.add (local.get $i) (i32.const 17)))
                      (br $more))))
                (i32.const 0)))
            """
                .formatted(imports, calls)));
  }

  private record Step(int function, long a, long b) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 2_000),
            Arbitraries.longs().between(1, 30).map(n -> n * 64),
            Arbitraries.longs().between(65_520, 65_550),
            Arbitraries.longs(),
            Arbitraries.of(
                0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, 1L << 32, 3_000_000L));
    Arbitrary<Integer> functions =
        Combinators.combine(
                Arbitraries.integers().between(0, FUNCTIONS.size() - 1),
                Arbitraries.of(0, LAST_FIRST, LAST_SECOND, LAST_FIRST | LAST_SECOND))
            .as((function, last) -> function | last);
    return Combinators.combine(functions, numbers, numbers)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  private static Call call(List<Step> steps) {
    ByteBuffer bytes = ByteBuffer.allocate(17 * steps.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (Step step : steps) {
      bytes.put((byte) step.function()).putLong(step.a()).putLong(step.b());
    }
    return Call.builder().stdin(bytes.array()).environment("a", "b").limits(LIMITS).seed(1).build();
  }

  private static Outcome run(Engine engine, List<Step> steps) {
    try (Session session = engine.openSession()) {
      return session.call(PLUGIN, call(steps));
    }
  }

  /** Whatever is called, the plugin ends by its own doing, in both engines alike. */
  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void h1_anyCalls_endInAnOutcomeOfThePlugin(@ForAll("steps") List<Step> steps) {
    Outcome outcome = run(ENGINE, steps);
    assertFalse(outcome instanceof Outcome.HostFault, outcome.message());
    assertFalse(outcome instanceof Outcome.Refused, outcome.message());
    assertTrue(outcome.usage().memoryBytes() <= LIMITS.memoryBytes(), outcome.message());
    assertTrue(outcome.usage().fuel() > 0);
    Outcome other = run(INTERPRETER, steps);
    assertEquals(outcome.id(), other.id());
    assertEquals(outcome.usage().fuel(), other.usage().fuel());
    assertEquals(outcome.stdout().text(), other.stdout().text());
    assertEquals(outcome.stderr().text(), other.stderr().text());
  }

  @Property(tries = 1)
  void control_callsThatAreRight_complete() {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(index("alloc"), 5, 0));
    steps.add(new Step(index("store_u8") | LAST_FIRST, 0, 'x'));
    steps.add(new Step(index("output_set") | LAST_FIRST, 0, 1));
    Outcome outcome = run(ENGINE, steps);
    assertEquals("x", Sessions.completed(outcome).stdout().text());
  }

  private static int index(String name) {
    for (int i = 0; i < FUNCTIONS.size(); i++) {
      if (FUNCTIONS.get(i).toLowerCase(Locale.ROOT).startsWith(name + " ")) {
        return i;
      }
    }
    throw new AssertionError(name);
  }
}
