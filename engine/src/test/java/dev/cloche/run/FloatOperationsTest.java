package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.dylibso.chicory.runtime.OpcodeImpl;
import dev.cloche.Execution;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Operations of ours are what the specification says, and the same in both engines. */
class FloatOperationsTest {

  private static final String[] UNARY = {"ceil", "floor", "trunc", "nearest", "abs"};
  private static final MeteredGuest INTERPRETED = MeteredGuest.of(guest(), Execution.INTERPRETED);
  private static final MeteredGuest COMPILED = MeteredGuest.of(guest(), Execution.COMPILED);

  /** Functions on bits, named as the instructions. */
  private static byte[] guest() {
    StringBuilder text = new StringBuilder("(module ");
    for (String bits : new String[] {"32", "64"}) {
      for (String each : UNARY) {
        text.append(
            function(bits, each, "(param iN) (result iN)", "(fN.reinterpret_iN (local.get 0))"));
      }
      for (String each : new String[] {"min", "max"}) {
        String operands = "(fN.reinterpret_iN (local.get 0)) (fN.reinterpret_iN (local.get 1))";
        text.append(function(bits, each, "(param iN iN) (result iN)", operands));
      }
      text.append(function(bits, "convert_i64_u", "(param i64) (result iN)", "(local.get 0)"));
    }
    return Wat.wasm(text.append(")").toString());
  }

  private static String function(String bits, String name, String type, String operands) {
    return "(func (export \"fN.%s\") %s (iN.reinterpret_fN (fN.%s %s)))"
        .formatted(name, type, name, operands)
        .replace("N", bits);
  }

  private static String same(String function, long... arguments) {
    MeteredGuest.Ending there = INTERPRETED.call(100_000, function, arguments);
    assertEquals(there, COMPILED.call(100_000, function, arguments), function);
    return there.kind();
  }

  /** Numbers above 2^63 whose rest, for both types, is a half or next to it. */
  @Provide
  static Arbitrary<Long> unsigned() {
    Arbitrary<Long> rest = Arbitraries.of(0x80_0000_0000L, 0x400L, 0x180_0000_0000L, 0xC00L, 0L);
    Arbitrary<Long> close =
        Combinators.combine(Arbitraries.longs(), rest, Arbitraries.longs().between(-1, 1))
            .as((any, half, near) -> ((any << 42) | Long.MIN_VALUE) + half + near);
    return Arbitraries.oneOf(Arbitraries.longs(), close);
  }

  @Property(tries = 500)
  void conversion_anyUnsignedNumber_roundsHalfToEven(@ForAll("unsigned") long number) {
    BigDecimal exact = new BigDecimal(new BigInteger(Long.toUnsignedString(number)));
    assertEquals(exact.floatValue(), FloatOperations.F32_CONVERT_I64_U(number));
    assertEquals(exact.doubleValue(), FloatOperations.F64_CONVERT_I64_U(number));
    long bits32 = Integer.toUnsignedLong(Float.floatToRawIntBits(exact.floatValue()));
    long bits64 = Double.doubleToRawLongBits(exact.doubleValue());
    assertEquals("ok[" + (int) bits32 + "]", signed(same("f32.convert_i64_u", number)));
    assertEquals("ok[" + bits64 + "]", same("f64.convert_i64_u", number));
  }

  /** An i32 is told with or without its sign. */
  private static String signed(String ok) {
    return "ok[" + (int) Long.parseLong(ok.substring(3, ok.length() - 1)) + "]";
  }

  @Property(tries = 500)
  void unary_anyBits_isTheSameInBothEngines(@ForAll long bits, @ForAll boolean nan) {
    long of64 = nan ? bits | 0x7FF0_0000_0000_0000L : bits;
    int of32 = nan ? (int) bits | 0x7F80_0000 : (int) bits;
    for (String each : UNARY) {
      assertQuiet(each, Float.intBitsToFloat((int) number(same("f32." + each, of32))), of32);
      assertQuiet(each, Double.longBitsToDouble(number(same("f64." + each, of64))), of64);
    }
  }

  private static long number(String ok) {
    return Long.parseLong(ok.substring(3, ok.length() - 1));
  }

  private static void assertQuiet(String operation, float result, int operand) {
    if (Float.isNaN(Float.intBitsToFloat(operand))) {
      int expected = operation.equals("abs") ? operand & Integer.MAX_VALUE : 0x7FC0_0000;
      assertEquals(expected, Float.floatToRawIntBits(result), operation);
    }
  }

  private static void assertQuiet(String operation, double result, long operand) {
    if (Double.isNaN(Double.longBitsToDouble(operand))) {
      long expected = operation.equals("abs") ? operand & Long.MAX_VALUE : 0x7FF8_0000_0000_0000L;
      assertEquals(expected, Double.doubleToRawLongBits(result), operation);
    }
  }

  @Property(tries = 500)
  void minAndMax_anyBits_areTheSameInBothEngines(
      @ForAll long one, @ForAll long other, @ForAll boolean nan) {
    long left = nan ? one | 0x7FF0_0000_0000_0001L : one;
    for (String each : new String[] {"min", "max"}) {
      String result = same("f64." + each, left, other);
      if (nan) {
        assertEquals(0x7FF8_0000_0000_0000L, number(result));
        assertEquals(0x7FF8_0000_0000_0000L, number(same("f64." + each, other, left)));
      }
      int low = nan ? (int) one | 0x7F80_0001 : (int) one;
      long high = (int) other;
      String narrow = same("f32." + each, low, high);
      assertEquals(nan, nan && (int) number(narrow) == 0x7FC0_0000);
    }
  }

  /** Why they are here: what Chicory 1.7.5 makes of the smallest inputs. */
  @Example
  void chicorys_areWrong() {
    assertNotEquals(0x1p63f, OpcodeImpl.F32_CONVERT_I64_U(0x8000_0000_0000_0001L));
    assertNotEquals(0x1.0000000000002p63, OpcodeImpl.F64_CONVERT_I64_U(0x8000_0000_0000_0C00L));
    float signalling = Float.intBitsToFloat(0x7FA0_0000);
    assertEquals(0x7FA0_0000, Float.floatToRawIntBits(OpcodeImpl.F32_MIN(signalling, 1)));
  }
}
