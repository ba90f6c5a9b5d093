package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MathFunctionsTest {

  private static final Set<String> OF_ONE =
      Set.of("acos", "asin", "atan", "ceil", "cos", "exp", "floor", "log", "sin", "sqrt", "tan");

  private final FakeBudget budget = new FakeBudget();
  private final Wasi wasi =
      Wasi.builder(Workspace.inMemory(WorkspaceLimits.defaults()), budget).build();

  private long call(String name, double... arguments) {
    HostFunction function = wasi.hostFunction(name);
    long[] bits = Arrays.stream(arguments).mapToLong(Double::doubleToRawLongBits).toArray();
    return function.handle().apply(null, bits)[0];
  }

  @ParameterizedTest
  @CsvSource({
    "sqrt, 2, 1.4142135623730951",
    "floor, -0.5, -1",
    "ceil, -0.5, -0.0",
    "sin, 1e22, -0.8522008497671888",
    "exp, 1, 2.7182818284590455", // as fdlibm has it; the nearest double is one below
    "log, 0, -Infinity",
    "atan, Infinity, 1.5707963267948966",
  })
  void function_ofOne_isThatOfTheName(String name, double argument, double result) {
    assertEquals(Double.doubleToLongBits(result), call(name, argument));
  }

  @Test
  void atan2_takesTheOrdinateFirst() {
    assertEquals(Double.doubleToLongBits(Math.PI / 2), call("atan2", 1, 0));
    assertEquals(Double.doubleToLongBits(-Math.PI), call("atan2", -0.0, -1));
  }

  @Test
  void nan_whateverItCarries_isTheCanonicalOne() {
    double odd = Double.longBitsToDouble(0xfff4_0000_dead_beefL);
    for (String name : OF_ONE) {
      assertEquals(0x7ff8_0000_0000_0000L, call(name, odd), name);
    }
    assertEquals(0x7ff8_0000_0000_0000L, call("sqrt", -1));
  }

  @Test
  void signatures_areOfDoubles() {
    ValType f64 = ValType.F64;
    for (String name : OF_ONE) {
      assertEquals(
          Optional.of(FunctionType.of(List.of(f64), List.of(f64))),
          Wasi.signature("teavmMath", name));
    }
    assertEquals(
        Optional.of(FunctionType.of(List.of(f64, f64), List.of(f64))),
        Wasi.signature("teavmMath", "atan2"));
    assertEquals("teavmMath", wasi.hostFunction("sqrt").module());
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "pow", "fd_write", "http_open", ""})
  void otherNames_areNotThere(String name) {
    assertEquals(Optional.empty(), Wasi.signature("teavmMath", name));
  }

  @Test
  void names_ofTheOtherModules_areNotThere() {
    assertEquals(Optional.empty(), Wasi.signature("wasi_snapshot_preview1", "sqrt"));
    assertEquals(Optional.empty(), Wasi.signature("cloche", "sqrt"));
    assertEquals(Optional.empty(), Wasi.signature("env", "sqrt"));
  }

  @Test
  void call_isChargedBeforeItIsDone() {
    assertEquals(Double.doubleToLongBits(3), call("sqrt", 9));
    assertEquals(100, budget.used);
    budget.limit = 150;
    assertThrows(FakeBudget.Exhausted.class, () -> call("sqrt", 9));
  }
}
