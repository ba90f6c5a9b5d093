package dev.cloche.wasi.suite;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.WasmModule;
import java.util.Locale;

/** How Chicory runs a program. */
enum Machine {
  INTERPRETER {
    @Override
    Instance.Builder builder(WasmModule module) {
      return Instance.builder(module);
    }
  },
  COMPILER {
    @Override
    Instance.Builder builder(WasmModule module) {
      return Instance.builder(module)
          .withMachineFactory(
              MachineFactoryCompiler.builder(module)
                  .withInterpreterFallback(InterpreterFallback.SILENT)
                  .compile());
    }
  };

  abstract Instance.Builder builder(WasmModule module);

  static Machine of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
