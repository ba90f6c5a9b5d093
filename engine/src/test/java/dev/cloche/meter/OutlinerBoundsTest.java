package dev.cloche.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What splitting may cost at most: beyond, functions stay whole, and the module works as it is. */
@Tag("one-jdk")
class OutlinerBoundsTest {

  /** An arm that makes some 60 bytes of Java code. */
  private static final String ARM =
      "(if (local.get 0) (then "
          + "(local.set 0 (i32.add (local.get 0) (i32.const 1000)))".repeat(8)
          + "))";

  private static String function(int arms) {
    return "(func (param i32) " + ARM.repeat(arms) + ")";
  }

  private static MeteredModule metered(String fields) {
    try {
      byte[] module = Wat2Wasm.parse("(module " + fields + ")");
      return Meter.apply(ModuleReader.read(module, ModuleLimits.defaults()));
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  private static MeteredModule split(MeteredModule module, int limit) {
    try {
      return Outliner.apply(module, limit);
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  private static int functions(MeteredModule module) {
    try {
      return ModuleReader.read(module.bytes(), ModuleLimits.defaults()).functionCount();
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  private static int pieces(MeteredModule before, MeteredModule after) {
    return functions(after) - functions(before);
  }

  @Test
  void function_withinTheLimit_staysAsItIs() {
    MeteredModule module = metered(function(20));
    assertSame(module, split(module, Outliner.LIMIT_BYTES));
  }

  @Test
  void function_aboveTheLimit_isSplit() {
    MeteredModule module = metered(function(400));
    assertTrue(pieces(module, split(module, Outliner.LIMIT_BYTES)) > 0);
  }

  /** 34 instructions to an arm: above 200,000 in all, and no function of a program. */
  @Test
  void function_withTooManyInstructions_staysWhole() {
    MeteredModule module = metered(function(6_000));
    assertSame(module, split(module, Outliner.LIMIT_BYTES));
  }

  @Test
  void pieces_ofManyFunctions_areAThousandAndTheLastRound() {
    int few = pieces(100);
    int many = pieces(1_200);
    assertTrue(few > 100, "pieces of 100 functions: " + few);
    assertTrue(many >= 1_000, "pieces of 1,200 functions: " + many);
    assertTrue(many < 1_000 + 40, "pieces of 1,200 functions: " + many);
  }

  private static int pieces(int functions) {
    MeteredModule module = metered(function(8).repeat(functions));
    return pieces(module, split(module, 300));
  }

  @Test
  void pieces_beyondTheBound_leaveAValidModule() {
    MeteredModule module = metered(function(8).repeat(1_200));
    MeteredModule split = split(module, 300);
    assertEquals(functions(module), split.firstPiece());
  }
}
