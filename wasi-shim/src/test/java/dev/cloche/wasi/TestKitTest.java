package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import dev.cloche.testkit.TreeStep;
import dev.cloche.testkit.WasiCall;
import dev.cloche.testkit.WasiCalls;
import dev.cloche.testkit.WasiErrno;
import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the test kit writes down a second time is the same there. */
class TestKitTest {

  @ParameterizedTest
  @EnumSource(Errno.class)
  void errno_hasTheNumberOfItsName(Errno errno) {
    assertEquals(errno.number(), WasiErrno.valueOf(errno.name()).number());
    assertEquals(errno.name(), WasiErrno.of(errno.number()).name());
  }

  static Stream<Function> functions() {
    return FunctionTable.functions().values().stream();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void function_hasTheParametersOfItsName(Function function) {
    WasiCall call = WasiCalls.of(function.name()).sample();
    assertEquals(function.parameters().size(), call.arguments().size());
  }

  /** The driver does what the calls say: they are seen in the trace of a real run. */
  @Test
  void module_doesTheCalls() {
    List<WasiCall> calls = new ArrayList<>();
    for (TreeStep step :
        List.of(
            new TreeStep(TreeStep.Operation.MKDIR, "a", ""),
            new TreeStep(TreeStep.Operation.APPEND, "a/bb", "text"),
            new TreeStep(TreeStep.Operation.RENAME, "a/bb", "cc"))) {
      calls.addAll(WasiCalls.of(step));
    }
    Guest guest = new Guest();
    Instance ignored =
        Instance.builder(Parser.parse(WasiCalls.module(calls)))
            .withImportValues(
                ImportValues.builder()
                    .addFunction(guest.wasi.hostFunctions().toArray(HostFunction[]::new))
                    .build())
            .build();
    assertEquals("text", guest.content("/cc"));
    assertEquals(List.of("a", "cc"), guest.names("/"));
  }
}
