package dev.cloche.run;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The functions of a module that come before its entry.
 *
 * @param function the start function
 * @param exports those that it exports for this, in the order in which they are called
 */
record StartUp(OptionalInt function, List<PluginExports.StartCall> exports) {

  static final StartUp NONE = new StartUp(OptionalInt.empty(), List.of());

  /**
   * Of a reactor by the WASI application ABI, and of the tool Wizer, which calls the first, then
   * the second; a plugin has {@link PluginExports#startUp} of its own. They have neither parameters
   * nor results.
   */
  private static final List<String> NAMES = List.of("_initialize", "wizer.initialize");

  /**
   * Finds them; none in a module without an entry, whose start function is all that it does and no
   * start-up.
   */
  static StartUp of(Image image) {
    Optional<PluginExports> plugin = image.facts().plugin();
    if (plugin.isPresent()) {
      return new StartUp(image.facts().start(), plugin.get().startUp());
    }
    if (image.facts().entry().isEmpty()) {
      return NONE;
    }
    List<PluginExports.StartCall> exports = new ArrayList<>();
    for (String name : NAMES) {
      exported(image.module(), name)
          .ifPresent(function -> exports.add(new PluginExports.StartCall(function, 0)));
    }
    return new StartUp(image.facts().start(), List.copyOf(exports));
  }

  boolean isEmpty() {
    return function.isEmpty() && exports.isEmpty();
  }

  private static OptionalInt exported(WasmModule module, String name) {
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      Export export = module.exportSection().getExport(i);
      if (export.name().equals(name)
          && export.exportType() == ExternalType.FUNCTION
          && takesAndGivesNothing(module, export.index())) {
        return OptionalInt.of(export.index());
      }
    }
    return OptionalInt.empty();
  }

  private static boolean takesAndGivesNothing(WasmModule module, int function) {
    int own = function - module.importSection().count(ExternalType.FUNCTION);
    if (own < 0) {
      return false;
    }
    FunctionType type = module.functionSection().getFunctionType(own, module.typeSection());
    return type.params().isEmpty() && type.returns().isEmpty();
  }
}
