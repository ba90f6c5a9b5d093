package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.run.BenchGuests;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kernel answers the same however it is run, twice on one instance. Measures nothing. */
class KernelTest {

  @ParameterizedTest
  @EnumSource
  void answer_anyColumn_isTheNativeOne(Kernel kernel) {
    byte[] wasm = wasm(kernel);
    for (Column column : Column.values()) {
      assertAnswers(kernel, column.heading(), column.load(wasm));
    }
  }

  @ParameterizedTest
  @EnumSource
  void answer_interpreted_isTheNativeOne(Kernel kernel) {
    assertAnswers(kernel, "interpreted", BenchGuests.interpreted(wasm(kernel)));
  }

  @ParameterizedTest
  @EnumSource
  void fuel_metered_isSpent(Kernel kernel) {
    assertTrue(BenchGuests.fuel(wasm(kernel), kernel.smallSize()) > 1000);
  }

  private static void assertAnswers(Kernel kernel, String how, IntUnaryOperator run) {
    assertEquals(kernel.smallChecksum(), run.applyAsInt(kernel.smallSize()), how);
    assertEquals(kernel.smallChecksum(), run.applyAsInt(kernel.smallSize()), how + ", again");
  }

  private static byte[] wasm(Kernel kernel) {
    assumeTrue(kernel.wasm().isPresent(), "the kernels are not built: no C compiler");
    return kernel.wasm().orElseThrow();
  }
}
