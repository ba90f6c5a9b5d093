package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Tool;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Functions are found that Java runs slowly for their size. */
class HugeMethodsTest {

  /** A function of additions, 5 bytes of bytecode or a little more for each. */
  private static String function(int additions) {
    return "(func (param i32) (result i32) (local.get 0) "
        + "(local.get 0) (i32.add) ".repeat(additions)
        + ")";
  }

  private static Inspection inspect(Execution execution, String... functions) {
    Tool tool =
        Tool.of(
            "sizes",
            Wat.wasm("(module (func (export \"_start\"))" + String.join("", functions) + ")"));
    try (Engine engine = Engine.builder().execution(execution).build()) {
      return engine.inspect(tool, Limits.defaults());
    }
  }

  @Test
  void inspect_functionsOfAllSizes_areToldApart() {
    Inspection inspection =
        inspect(Execution.TIERED, function(10), function(5_000), function(40_000));

    Inspection.JavaCode code = inspection.javaCode().orElseThrow();
    assertEquals(1, code.huge().size());
    assertEquals(2, code.huge().get(0).function());
    assertTrue(code.huge().get(0).bytes() > 8_000, code.toString());
    assertTrue(code.huge().get(0).bytes() < 20_000, code.toString());
    assertEquals(java.util.List.of(3), code.interpreted());
  }

  @Test
  void inspect_smallFunctions_areNone() {
    Inspection.JavaCode code = inspect(Execution.COMPILED, function(3)).javaCode().orElseThrow();

    assertTrue(code.huge().isEmpty() && code.interpreted().isEmpty());
  }

  @Test
  void inspect_interpretedOrRefused_saysNothing() {
    assertEquals(Optional.empty(), inspect(Execution.INTERPRETED, function(9)).javaCode());
    byte[] module =
        Wat.wasm("(module (func (export \"_start\")) (func (result i32) (i32.const 1)))");
    module[module.length - 3] = 0x42; // i64.const
    try (Engine engine = Engine.create()) {
      Inspection invalid = engine.inspect(Tool.of("invalid", module), Limits.defaults());
      assertEquals(Optional.empty(), invalid.javaCode());
      assertFalse(invalid.refusal().isEmpty());
    }
  }

  @Test
  void areCompiled_isWhatTheJvmWasTold() {
    boolean told =
        ManagementFactory.getRuntimeMXBean()
            .getInputArguments()
            .contains("-XX:-DontCompileHugeMethods");

    assertEquals(Optional.of(told), HugeMethods.areCompiled());
  }
}
