package dev.cloche.run;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import dev.cloche.Execution;
import dev.cloche.meter.FuelSchedule;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The ways in which a module is run in this JVM. */
enum Opinion {
  /** As the engine runs modules, in both executions. */
  METERED_INTERPRETED,
  METERED_COMPILED,
  /** With the engine's memory, tables and globals, and without fuel. */
  PLAIN_INTERPRETED,
  PLAIN_COMPILED,
  /** Chicory as it comes. */
  CHICORY_INTERPRETED,
  CHICORY_COMPILED;

  private static final long PLENTY = 1_000_000_000_000L;
  private static final int MAX_PAGES = 1024;

  /**
   * One instance.
   *
   * @param fuel what was used so far; 0 where nothing counts
   */
  record Guest(Instance instance, LongSupplier fuel) {

    /** Makes an instance that trapped ready for more: what the stack counted is forgotten. */
    void recover() {
      if (instance.memory() instanceof LinearMemory memory) {
        memory.stack = FuelSchedule.STACK_BYTES;
      }
    }
  }

  /** Makes instances of one module. */
  interface Guests {
    /** Makes a fresh instance, or traps. */
    Guest start(ImportValues imports);
  }

  boolean isMetered() {
    return this == METERED_INTERPRETED || this == METERED_COMPILED;
  }

  /** The Java stack for a thread: where nothing counts it, recursion takes all that there is. */
  long stackBytes() {
    return isMetered() ? GuestThreads.STACK_BYTES : 8 << 20;
  }

  boolean isOurs() {
    return this != CHICORY_INTERPRETED && this != CHICORY_COMPILED;
  }

  /**
   * Makes a module ready to run.
   *
   * @throws com.dylibso.chicory.wasm.ChicoryException if Chicory refuses it
   */
  Guests load(byte[] wasm) {
    return switch (this) {
      case METERED_INTERPRETED -> metered(wasm, Execution.INTERPRETED);
      case METERED_COMPILED -> metered(wasm, Execution.COMPILED);
      case PLAIN_INTERPRETED, PLAIN_COMPILED -> plain(Parser.parse(ExposedModule.withMemory(wasm)));
      case CHICORY_INTERPRETED, CHICORY_COMPILED -> stock(Parser.parse(wasm));
    };
  }

  private static Guests metered(byte[] wasm, Execution execution) {
    MeteredGuest guest = MeteredGuest.of(wasm, execution);
    return imports -> {
      MeteredGuest.Run run = guest.start(PLENTY, imports);
      return new Guest(run.instance, run.tank::fuelUsed);
    };
  }

  private Guests plain(WasmModule module) {
    FieldGlobals globals = FieldGlobals.ofPlain(module);
    Function<Instance, Machine> machines =
        this == PLAIN_COMPILED
            ? GuestCompiler.classes(module).machines(globals)
            : InterpreterMachine::new;
    return imports -> {
      LinearMemory[] memory = {new LinearMemory(0, 0)};
      Instance instance =
          builder(module, imports, machines)
              .withMemoryFactory(limits -> memory[0] = memory(limits))
              .withTableFactory(GuestTable::new)
              .withGlobalFactory(globals.over(() -> memory[0]))
              .withUnsafeExecutionListener(new InterpreterGuard())
              .build();
      return new Guest(instance, () -> 0);
    };
  }

  private static LinearMemory memory(MemoryLimits limits) {
    return new LinearMemory(limits.initialPages(), Math.min(limits.maximumPages(), MAX_PAGES));
  }

  private Guests stock(WasmModule module) {
    Function<Instance, Machine> machines =
        this == CHICORY_COMPILED ? MachineFactoryCompiler.compile(module) : InterpreterMachine::new;
    return imports -> {
      Instance instance =
          builder(module, imports, machines).withMemoryFactory(ByteArrayMemory::new).build();
      return new Guest(instance, () -> 0);
    };
  }

  private static Instance.Builder builder(
      WasmModule module, ImportValues imports, Function<Instance, Machine> machines) {
    return Instance.builder(module)
        .withImportValues(imports)
        .withMachineFactory(machines)
        .withStart(false);
  }
}
