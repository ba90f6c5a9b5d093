package dev.cloche.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.Arrays;
import java.util.Collections;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The estimate, instruction by instruction. That it fits the classes that the compiler makes is a
 * test of the engine's other package, which has the compiler.
 */
class JvmSizeTest {

  private static FlatBody body(String fields, String code) {
    String text = "(module (memory 1) " + fields + " (func " + code + "))";
    try {
      CheckedModule module = ModuleReader.read(Wat2Wasm.parse(text), ModuleLimits.defaults());
      Body body = module.bodies().get(0);
      byte[] bytes = Arrays.copyOfRange(module.bytes(), body.start(), body.end());
      return FlatBody.of(new Signatures(module), module.functionType(0), bytes);
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  private static int total(String code) {
    return JvmSize.of(body("", code)).total();
  }

  /** {@code iconst}, {@code bipush} and {@code sipush} or {@code ldc} (JVMS 6.5), then a pop. */
  @ParameterizedTest
  @CsvSource({"0, 2", "-1, 2", "5, 2", "6, 3", "-128, 3", "128, 4", "2147483647, 4"})
  void constant_byItsValue_isAsLongAsTheJvmsInstruction(int value, int bytes) {
    assertEquals(bytes, total("(drop (i32.const " + value + "))"));
  }

  /** {@code iload_3} is 1 byte, {@code iload 4} 2. */
  @ParameterizedTest
  @CsvSource({"0, 1", "3, 1", "4, 2", "254, 2"})
  void local_byItsSlot_takesShortOrLongForms(int slot, int bytes) {
    String parameters = String.join(" ", Collections.nCopies(slot + 1, "i32"));
    int empty = total("(param " + parameters + ")");
    assertEquals(
        bytes + 1, total("(param " + parameters + ") (drop (local.get " + slot + "))") - empty);
  }

  /** The memory, its array and the counters are before; {@code wide iload 256} takes 4 bytes. */
  @ParameterizedTest
  @CsvSource({"251, 2", "252, 4"})
  void local_beyondSlot255_takesTheWideForm(int local, int bytes) {
    String locals = "(local " + String.join(" ", Collections.nCopies(300, "i32")) + ")";
    assertEquals(bytes + 1, total(locals + " (drop (local.get " + local + "))") - total(locals));
  }

  /** The slots of what follows a {@code long} are two further. */
  @ParameterizedTest
  @CsvSource({
    "i32 i32 i32 i32, 3, 1",
    "i64 i64 i32, 2, 2",
    "f32 f64 i64, 2, 1",
    "f64 f64 i64, 2, 2"
  })
  void local_behindLongs_countsTwoSlotsForEach(String parameters, int local, int bytes) {
    int empty = total("(param " + parameters + ")");
    int with = total("(param " + parameters + ") (drop (local.get " + local + "))");
    assertEquals(bytes + 1, with - empty);
  }

  @Test
  void code_thatIsNotReached_takesNothing() {
    assertEquals(total("return"), total("return (drop (i32.const 1000)) (drop (i32.const 1000))"));
  }

  @Test
  void comparison_beforeAJump_isPartOfIt() {
    String condition = "(param i32 i32) (block (br_if 0 (i32.%s (local.get 0) (local.get 1))))";
    int signed = total(String.format(condition, "lt_s"));
    int unsigned = total(String.format(condition, "lt_u"));
    assertTrue(signed < unsigned, signed + " " + unsigned);
  }

  @Test
  void table_withManyTargets_growsByFourBytesForEach() {
    String few = "(param i32) (block (br_table 0 0 (local.get 0)))";
    String more = "(param i32) (block (br_table 0 0 0 0 0 0 0 0 0 0 (local.get 0)))";
    assertEquals(8 * 4, total(more) - total(few));
  }

  @Property(tries = 50)
  void between_anyInstructions_addsUpToTheWhole(
      @ForAll @IntRange(max = 12) int first, @ForAll @IntRange(max = 12) int second) {
    FlatBody flat =
        body(
            "",
            "(param i32) (local i64) (loop (br_if 0 (i32.load offset=8 (local.get 0)))"
                + " (local.set 1 (i64.add (local.get 1) (i64.const 7)))"
                + " (i64.store (local.get 0) (local.get 1)))");
    JvmSize size = JvmSize.of(flat);
    int from = Math.min(first, second);
    int to = Math.max(first, second);
    assertEquals(
        size.between(0, flat.size()),
        size.between(0, from) + size.between(from, to) + size.between(to, flat.size()));
    assertEquals(size.total(), JvmSize.LOCAL_START + size.between(0, flat.size()));
  }
}
