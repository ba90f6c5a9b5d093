package dev.cloche.run;

import dev.cloche.meter.MeteredModule;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.Export;
import dev.cloche.module.ExternKind;
import dev.cloche.module.FunctionType;
import dev.cloche.module.MemoryType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.List;
import java.util.OptionalInt;

/** Reads a module and checks that it is a tool that can be linked. */
final class ModuleCheck {

  /** The most that a 32-bit memory may have (WebAssembly 2.0, 3.2.5). */
  private static final int ALL_PAGES = 65_536;

  private static final FunctionType ENTRY_TYPE = new FunctionType(List.of(), List.of());

  private ModuleCheck() {}

  static CheckedModule check(byte[] bytes, PluginFunctions functions) throws RefusedException {
    try {
      CheckedModule checked = ModuleReader.read(bytes, ModuleLimits.defaults());
      requireTool(checked, functions);
      return checked;
    } catch (ModuleException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  /** Checks that a module can be linked and has an entry. */
  static void requireTool(CheckedModule module, PluginFunctions functions) throws RefusedException {
    Imports.check(module, functions);
    OptionalInt ignored = entry(module);
  }

  static Image.Facts facts(CheckedModule module, MeteredModule metered) throws RefusedException {
    return new Image.Facts(
        memory(module),
        metered.fixedMemory(),
        entry(module),
        metered.start(),
        metered.fuelGlobal(),
        metered.stackGlobal(),
        metered.refuelTable(),
        metered.firstPiece(),
        module.functionNames(),
        PluginExports.of(module));
  }

  static Image.Pages memory(CheckedModule module) {
    for (MemoryType memory : module.memories()) {
      return new Image.Pages((int) memory.min(), (int) memory.max().orElse(ALL_PAGES));
    }
    return new Image.Pages(0, 0);
  }

  /**
   * The exported function {@code _start}; empty if the module does all in its start section, or is
   * a plugin, of which each call names a function.
   */
  private static OptionalInt entry(CheckedModule module) throws RefusedException {
    if (PluginExports.isPlugin(module)) {
      return OptionalInt.empty();
    }
    for (Export export : module.exports()) {
      if (export.name().equals("_start") && export.kind() == ExternKind.FUNCTION) {
        return entry(module, export.index());
      }
    }
    if (module.start().isPresent()) {
      return OptionalInt.empty();
    }
    throw new RefusedException(
        "module refused: it exports no function \"_start\"; a tool is a WASI command,"
            + " which has one without parameters and results");
  }

  private static OptionalInt entry(CheckedModule module, int function) throws RefusedException {
    if (!module.functionType(function).equals(ENTRY_TYPE)) {
      throw new RefusedException(
          "module refused: its function \"_start\" has parameters or results; a WASI command's has"
              + " none");
    }
    return OptionalInt.of(function);
  }
}
