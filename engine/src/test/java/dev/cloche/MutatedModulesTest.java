package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;

/** Modules that are nearly right: whatever a byte of them becomes, a call answers an outcome. */
@Tag("one-jdk")
class MutatedModulesTest {

  private static final Limits SMALL =
      Limits.builder().fuel(200_000).wall(Duration.ofSeconds(5)).memoryBytes(4 << 20).build();

  private static final Engine COMPILED = Engine.builder().limits(SMALL).preparedTools(4).build();
  private static final Engine INTERPRETED =
      Engine.builder().limits(SMALL).preparedTools(4).execution(Execution.INTERPRETED).build();

  @AfterContainer
  static void close() {
    COMPILED.close();
    INTERPRETED.close();
  }

  private static final List<Tool> SEEDS =
      List.of(
          Guests.CAT,
          Guests.command(
              """
              (type $f (func (param i32) (result i32)))
              (table $t 4 8 funcref) (table $u 2 externref)
              (elem (table $t) (i32.const 1) func $a $b) (elem $p func $a)
              (data (i32.const 8) "text") (data $d "more")
              (global $g (mut i64) (i64.const 5)) (global f64 (f64.const 0.5))
              (func $a (type $f) (i32.add (local.get 0) (i32.const 1)))
              (func $b (type $f)
                (if (result i32) (local.get 0)
                  (then (call $b (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 3))))
              """,
              """
              (local i32 i64 f32 f64)
              (table.init $t $p (i32.const 3) (i32.const 0) (i32.const 1))
              (memory.init $d (i32.const 100) (i32.const 0) (i32.const 4))
              (memory.copy (i32.const 200) (i32.const 8) (i32.const 50))
              (drop (table.grow $u (ref.null extern) (i32.const 3)))
              (drop (memory.grow (i32.const 2)))
              (loop $again
                (global.set $g (i64.mul (global.get $g) (i64.const 7)))
                (local.set 3 (f64.convert_i64_s (global.get $g)))
                (block $x (block $y (block $z
                  (br_table $x $y $z (i32.and (local.get 0) (i32.const 3)))) (nop)) (nop))
                (local.set 0 (call_indirect $t (type $f) (local.get 0) (i32.const 1)))
                (br_if $again (i32.lt_u (local.get 0) (i32.const 20))))
              (call $print (i32.const 100) (i32.const 4))
              (call $proc_exit (call_indirect $t (type $f) (i32.const 4) (i32.const 2)))
              """));

  /** Tools, changed in one to three bytes, each by a bit, to another byte, or to an extreme. */
  private static Tool mutant(int seedTool, long seed) {
    byte[] bytes = SEEDS.get(seedTool).bytes();
    Random random = new Random(seed);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = 8 + random.nextInt(bytes.length - 8);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0x7F : 0);
        default -> bytes[at] = bytes[8 + random.nextInt(bytes.length - 8)];
      }
    }
    return Tool.of("mutant", bytes);
  }

  private static void assertEndsWell(Engine engine, Tool tool) {
    try (Session session = engine.openSession()) {
      Outcome outcome = session.call(tool, Call.builder().stdin("in").seed(1).build());
      assertFalse(
          outcome instanceof Outcome.HostFault,
          () -> outcome.message() + ": " + HexFormat.of().formatHex(tool.bytes()));
    }
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void noMutantEverMakesTheInterpreterFail(@ForAll @IntRange(max = 1) int tool, @ForAll long seed) {
    assertEndsWell(INTERPRETED, mutant(tool, seed));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void noMutantEverMakesTheCompilerFail(@ForAll @IntRange(max = 1) int tool, @ForAll long seed) {
    assertEndsWell(COMPILED, mutant(tool, seed));
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void everyTruncationIsRefused(@ForAll @IntRange(max = 1) int tool, @ForAll long seed) {
    byte[] whole = SEEDS.get(tool).bytes();
    int length = new Random(seed).nextInt(whole.length);
    byte[] cut = java.util.Arrays.copyOf(whole, length);
    try (Session session = INTERPRETED.openSession()) {
      Outcome outcome = session.call(Tool.of("cut", cut), Call.of());
      // A cut between two sections can leave a module that is whole.
      assertFalse(outcome instanceof Outcome.HostFault, outcome.message());
    }
    assertFalse(INTERPRETED.inspect(Tool.of("cut", cut), SMALL).bytes() != length);
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void randomBytesAreRefused(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[8 + random.nextInt(100)];
    random.nextBytes(bytes);
    IntStream.range(0, 8).forEach(i -> bytes[i] = SEEDS.get(0).bytes()[i]);
    assertEndsWell(INTERPRETED, Tool.of("random", bytes));
  }
}
