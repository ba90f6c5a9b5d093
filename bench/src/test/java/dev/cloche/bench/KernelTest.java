package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.run.BenchGuests;
import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kernel answers the same however it is run, twice on one instance. Measures nothing. */
@Tag("one-jdk")
class KernelTest {

  private static final Plan.Pace ONCE = new Plan.Pace(Duration.ZERO, 1, Duration.ZERO);

  @ParameterizedTest
  @EnumSource
  void answer_anyColumnOfJmh_isTheNativeOne(Kernel kernel) {
    byte[] wasm = wasm(kernel);
    for (Column column : Column.values()) {
      if (isCheap(kernel, column)) {
        assertAnswers(kernel, column.heading(), column.load(wasm));
      }
    }
  }

  /** All ways on two kernels, and the engine's own on each: compiling takes the time here. */
  private static boolean isCheap(Kernel kernel, Column column) {
    boolean all = kernel == Kernel.FIB || kernel == Kernel.JSON;
    return column.place() == Column.Place.JMH && (all || column == Column.METERED);
  }

  @ParameterizedTest
  @EnumSource
  void answer_anyPeerThatIsHere_isTheNativeOne(Kernel kernel) {
    assumeTrue(kernel.wasm().isPresent(), "the kernels are not built: no C compiler");
    for (Column column : Column.values()) {
      if (column.place() == Column.Place.PROCESS && isCheapInProcess(kernel, column)) {
        measureWherePresent(kernel, column);
      }
    }
  }

  /** JVMs take seconds to start and compile, so each does one kernel. */
  private static boolean isCheapInProcess(Kernel kernel, Column column) {
    if (column == Column.QUICKJS4J) {
      return kernel == Kernel.QUICKJS;
    }
    return !column.compilesAsItRuns() || kernel == Kernel.FIB;
  }

  private static void measureWherePresent(Kernel kernel, Column column) {
    try {
      // A peer fails on any other checksum.
      Samples samples = Peer.of(column, kernel).measure(kernel.reduced(), ONCE);
      assertTrue(samples.median() > 0, column.heading());
    } catch (MissingException notHere) {
      assertTrue(notHere.getMessage().length() > 10, column.heading());
    }
  }

  @Test
  void answer_otherThanExpected_failsThePeer() throws MissingException {
    assumeTrue(Kernel.FIB.wasm().isPresent(), "the kernels are not built: no C compiler");
    Peer peer = Peer.of(Column.NATIVE, Kernel.FIB);
    Kernel.Work wrong = new Kernel.Work(10, 1);
    assertThrows(IllegalStateException.class, () -> peer.measure(wrong, ONCE));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"QUICKJS", "SQLITE"},
      mode = EnumSource.Mode.EXCLUDE)
  void answer_interpretedAndMetered_isTheNativeOne(Kernel kernel) {
    assertAnswers(kernel, "interpreted", BenchGuests.interpreted(wasm(kernel)));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"QUICKJS", "SQLITE"},
      mode = EnumSource.Mode.EXCLUDE)
  void fuel_metered_isSpent(Kernel kernel) {
    assertTrue(BenchGuests.fuel(wasm(kernel), kernel.reduced().n()) > 1000);
  }

  private static void assertAnswers(Kernel kernel, String how, IntUnaryOperator run) {
    Kernel.Work work = kernel.reduced();
    assertEquals(work.checksum(), run.applyAsInt(work.n()), how);
    assertEquals(work.checksum(), run.applyAsInt(work.n()), how + ", again");
  }

  private static byte[] wasm(Kernel kernel) {
    assumeTrue(kernel.wasm().isPresent(), "the kernels are not built: no C compiler");
    return kernel.wasm().orElseThrow();
  }
}
