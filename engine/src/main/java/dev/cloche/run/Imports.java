package dev.cloche.run;

import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.extism.Extism;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ExternKind;
import dev.cloche.module.FunctionType;
import dev.cloche.module.GuestText;
import dev.cloche.module.Import;
import dev.cloche.module.Jumps;
import dev.cloche.module.ValueType;
import dev.cloche.wasi.Wasi;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Checks, before anything is prepared, that everything a module imports exists as it expects. */
final class Imports {

  private static final Set<String> MODULES =
      Set.of(Wasi.MODULE, Wasi.FETCH_MODULE, Wasi.MATH_MODULE, Extism.MODULE);

  private Imports() {}

  static void check(CheckedModule module, PluginFunctions functions) throws RefusedException {
    for (Import wanted : module.imports()) {
      check(module, wanted, functions);
    }
  }

  static void check(CheckedModule module, Import wanted, PluginFunctions functions)
      throws RefusedException {
    if (wanted.kind() != ExternKind.FUNCTION) {
      throw unknown(wanted, "tools may import functions only");
    }
    if (wanted.module().equals(Jumps.MODULE)) {
      checkJump(module, wanted);
      return;
    }
    boolean plugin = PluginExports.isPlugin(module);
    FunctionType type = module.types().get(wanted.typeIndex());
    checkFunction(wanted, type, offered(wanted, plugin, functions));
  }

  private static void checkJump(CheckedModule module, Import wanted) throws RefusedException {
    FunctionType type = module.types().get(wanted.typeIndex());
    if (wanted.name().equals(Jumps.THROW)) {
      if (!type.equals(new FunctionType(List.of(), List.of()))) {
        throw mistyped(wanted, type, "one without parameters and results");
      }
      return;
    }
    if (!Jumps.isInvoke(wanted.name())) {
      throw unknown(
          wanted, "of " + Jumps.MODULE + " there are " + Jumps.INVOKE + "* and " + Jumps.THROW);
    }
    List<ValueType> parameters = type.parameters();
    if (parameters.isEmpty()
        || parameters.get(0) != ValueType.I32
        || Stream.concat(parameters.stream(), type.results().stream())
            .anyMatch(ValueType::isReference)) {
      throw mistyped(wanted, type, "one of numbers, the first of which is an I32");
    }
    if (module.tables().isEmpty() || module.tables().get(0).element() != ValueType.FUNCREF) {
      throw unknown(wanted, "the module has no table of functions for it");
    }
  }

  private static RefusedException mistyped(Import wanted, FunctionType type, String expected) {
    return new RefusedException(
        "module refused: import "
            + name(wanted)
            + " has type "
            + type.parameters()
            + " -> "
            + type.results()
            + ", expected "
            + expected);
  }

  /** Whether the functions of a module are the engine's own. */
  static boolean isOfTheEngine(String module) {
    return MODULES.contains(module) || module.equals(Jumps.MODULE);
  }

  /** Returns the type of a function that is offered, other than those of jumps. */
  static Optional<com.dylibso.chicory.wasm.types.FunctionType> signature(
      String module, String name, PluginFunctions functions) {
    if (module.equals(Extism.MODULE)) {
      return Extism.signature(name);
    }
    return Wasi.signature(module, name).or(() -> functions.signature(module, name));
  }

  private static com.dylibso.chicory.wasm.types.FunctionType offered(
      Import wanted, boolean plugin, PluginFunctions functions) throws RefusedException {
    PluginFunctions all = plugin ? functions : PluginFunctions.none();
    return signature(wanted.module(), wanted.name(), all)
        .orElseThrow(() -> unknown(wanted, why(wanted, plugin)));
  }

  private static String why(Import wanted, boolean plugin) {
    if (MODULES.contains(wanted.module())) {
      return "the module has no such function";
    }
    return plugin
        ? "the embedder gives plugins no such function"
        : "tools may import functions of " + Wasi.MODULE + " and " + Wasi.FETCH_MODULE + " only";
  }

  private static void checkFunction(
      Import wanted, FunctionType type, com.dylibso.chicory.wasm.types.FunctionType offered)
      throws RefusedException {
    if (!same(type.parameters(), offered.params()) || !same(type.results(), offered.returns())) {
      throw mistyped(wanted, type, offered.toString());
    }
  }

  private static boolean same(List<ValueType> wanted, List<ValType> offered) {
    if (wanted.size() != offered.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (wanted.get(i).code() != offered.get(i).opcode()) {
        return false;
      }
    }
    return true;
  }

  private static RefusedException unknown(Import wanted, String why) {
    return new RefusedException("module refused: unknown import " + name(wanted) + ": " + why);
  }

  private static String name(Import wanted) {
    return GuestText.quote(wanted.module() + "." + wanted.name());
  }
}
