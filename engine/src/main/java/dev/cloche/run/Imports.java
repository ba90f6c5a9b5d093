package dev.cloche.run;

import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ExternKind;
import dev.cloche.module.FunctionType;
import dev.cloche.module.GuestText;
import dev.cloche.module.Import;
import dev.cloche.module.Jumps;
import dev.cloche.module.ValueType;
import dev.cloche.wasi.Wasi;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks, before anything is prepared, that everything a module imports exists as it expects. */
final class Imports {

  private static final Set<String> MODULES =
      Set.of(Wasi.MODULE, Wasi.FETCH_MODULE, Wasi.MATH_MODULE);

  private Imports() {}

  static void check(CheckedModule module) throws RefusedException {
    for (Import wanted : module.imports()) {
      check(module, wanted);
    }
  }

  static void check(CheckedModule module, Import wanted) throws RefusedException {
    if (wanted.kind() != ExternKind.FUNCTION) {
      throw unknown(wanted, "tools may import functions only");
    }
    if (wanted.module().equals(Jumps.MODULE)) {
      checkJump(module, wanted);
      return;
    }
    if (!MODULES.contains(wanted.module())) {
      throw unknown(
          wanted,
          "tools may import functions of " + Wasi.MODULE + " and " + Wasi.FETCH_MODULE + " only");
    }
    checkFunction(wanted, module.types().get(wanted.typeIndex()));
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

  private static void checkFunction(Import wanted, FunctionType type) throws RefusedException {
    com.dylibso.chicory.wasm.types.FunctionType offered =
        Wasi.signature(wanted.module(), wanted.name())
            .orElseThrow(() -> unknown(wanted, "the module has no such function"));
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
