package dev.cloche.run;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.util.List;

/**
 * A function of the host that a module imports.
 *
 * @param module the module that it is of
 * @param name its name there
 * @param type its type
 */
record Imported(String module, String name, FunctionType type) {

  /** All that a module imports, in its order; it imports functions only. */
  static List<Imported> of(WasmModule module) {
    return module.importSection().stream()
        .map(
            wanted ->
                new Imported(
                    wanted.module(),
                    wanted.name(),
                    module.typeSection().getType(((FunctionImport) wanted).typeIndex())))
        .toList();
  }
}
