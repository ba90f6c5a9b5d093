package dev.cloche.bench;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.run.BenchGuests;
import java.util.function.IntUnaryOperator;

/** The ways to run a kernel that are compared. Each is loaded in a JVM of its own. */
public enum Column {
  /** As the engine runs a tool. */
  METERED("metered"),
  /** The same compiler, classes and memory, without the fuel pass. */
  PLAIN("plain"),
  /** Chicory as it comes, compiling, with the memory that it advises: no metering, no limits. */
  STOCK("stock Chicory");

  private final String heading;

  Column(String heading) {
    this.heading = heading;
  }

  /** The name in the report. */
  String heading() {
    return heading;
  }

  /** Makes an instance of a kernel, and returns its function {@code run}. */
  IntUnaryOperator load(byte[] wasm) {
    return switch (this) {
      case METERED -> BenchGuests.metered(wasm);
      case PLAIN -> BenchGuests.plain(wasm);
      case STOCK -> stock(wasm);
    };
  }

  private static IntUnaryOperator stock(byte[] wasm) {
    WasmModule module = Parser.parse(wasm);
    Instance instance =
        Instance.builder(module)
            .withMachineFactory(MachineFactoryCompiler.compile(module))
            .withMemoryFactory(ByteArrayMemory::new)
            .build();
    ExportFunction run = instance.export("run");
    return n -> (int) run.apply(n)[0];
  }
}
