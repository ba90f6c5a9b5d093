package dev.cloche.run;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Execution;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.Export;
import dev.cloche.module.ExternKind;
import dev.cloche.module.FunctionType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a module's bytes into an {@link Image}: check, link check, meter, parse, compile. */
final class ImageBuilder {

  private static final Logger LOG = LoggerFactory.getLogger(ImageBuilder.class);
  private static final FunctionType ENTRY_TYPE = new FunctionType(List.of(), List.of());

  private ImageBuilder() {}

  /** Reads a module and checks that it can be linked, without preparing it to run. */
  static CheckedModule check(byte[] bytes) throws RefusedException {
    try {
      CheckedModule checked = ModuleReader.read(bytes, ModuleLimits.defaults());
      Imports.check(checked);
      OptionalInt ignored = entry(checked);
      return checked;
    } catch (ModuleException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  static Image build(byte[] bytes, Execution execution) throws RefusedException {
    CheckedModule checked = check(bytes);
    try {
      MeteredModule metered = Meter.apply(checked);
      WasmModule module = Parser.parse(metered.bytes());
      return new Image(checked, metered, module, entry(checked), machines(module, execution));
    } catch (ModuleException | ChicoryException e) {
      // What only type checking finds. The text is Chicory's, and the specification's in most
      // cases.
      throw new RefusedException("module refused: it is not valid: " + GuestText.quote(e));
    }
  }

  /** The exported function {@code _start}; empty if the module does all in its start section. */
  private static OptionalInt entry(CheckedModule module) throws RefusedException {
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
    FunctionType type = module.functionType(function);
    if (!type.equals(ENTRY_TYPE)) {
      throw new RefusedException(
          "module refused: its function \"_start\" has parameters or results; a WASI command's has"
              + " none");
    }
    return OptionalInt.of(function);
  }

  private static Function<Instance, Machine> machines(WasmModule module, Execution execution) {
    if (execution == Execution.INTERPRETED) {
      return InterpreterMachine::new;
    }
    try {
      GuestClasses classes =
          (GuestClasses)
              Compiler.builder(module)
                  .withClassCollectorFactory(GuestClasses::new)
                  .withInterpreterFallback(InterpreterFallback.SILENT)
                  .build()
                  .compile()
                  .collector();
      return classes.machines();
    } catch (ChicoryException | LinkageError | IllegalArgumentException e) {
      LOG.warn("module cannot be compiled and is interpreted: {}", GuestText.quote(e));
      return InterpreterMachine::new;
    }
  }
}
