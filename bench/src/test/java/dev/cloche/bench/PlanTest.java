package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {

  @Test
  void options_ofKernels_areRead() {
    Plan plan =
        Plan.parse(List.of("--quick", "--kernel", "fib", "--column", "plain", "--output", "x.md"));
    assertEquals(
        new Plan(
            Plan.BenchSet.KERNELS, true, Set.of(Kernel.FIB), Set.of(Column.PLAIN), Path.of("x.md")),
        plan);
  }

  @Test
  void options_none_areAllKernelsInAllColumns() {
    Plan plan = Plan.parse(List.of());
    assertEquals(EnumSet.allOf(Kernel.class), plan.kernels());
    assertEquals(EnumSet.allOf(Column.class), plan.columns());
    assertEquals(Path.of("bench", "results", "kernels.md"), plan.output());
    assertEquals(Path.of("bench", "results", "kernels.png"), plan.chart());
  }

  @Test
  void quickRunOfAll_leavesProgramsOutOfSlowColumns_unlessOneIsNamed() {
    Plan quick = Plan.parse(List.of("--quick"));
    assertFalse(quick.measures(Kernel.SQLITE, Column.GRAAL));
    assertTrue(quick.measures(Kernel.SQLITE, Column.STOCK));
    assertTrue(quick.measures(Kernel.FIB, Column.GRAAL));
    assertFalse(quick.measures(Kernel.SQLITE, Column.QUICKJS4J));
    Plan named = Plan.parse(List.of("--quick", "--kernel", "sqlite"));
    assertTrue(named.measures(Kernel.SQLITE, Column.GRAAL));
    assertTrue(Plan.parse(List.of()).measures(Kernel.SQLITE, Column.GRAAL));
  }

  @Test
  void set_shim_hasItsOwnPage() {
    Plan plan = Plan.parse(List.of("shim", "--quick"));
    assertEquals(Plan.BenchSet.SHIM, plan.set());
    assertEquals(Path.of("bench", "results", "shim.md"), plan.output());
  }

  @Test
  void set_net_hasItsOwnPage() {
    Plan plan = Plan.parse(List.of("net", "--quick"));
    assertEquals(Plan.BenchSet.NET, plan.set());
    assertEquals(Path.of("bench", "results", "net.md"), plan.output());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--slow",
        "--kernel",
        "--kernel gibt",
        "--column gibt",
        "start --kernel fib",
        "shim --kernel fib",
        "shim --column plain",
        "net --kernel fib"
      })
  void options_bad_areRefused(String line) {
    List<String> arguments = List.of(line.split(" "));
    assertThrows(IllegalArgumentException.class, () -> Plan.parse(arguments));
  }

  @Test
  void pace_warmup_isCountedInIterationsOfJmh() {
    assertEquals(4, new Plan.Pace(Duration.ofSeconds(2), 3, Duration.ofSeconds(1)).warmups());
  }
}
