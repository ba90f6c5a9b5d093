package dev.cloche.run;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Execution;
import java.util.ArrayList;
import java.util.List;
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
   * @param log what the guest logs, as {@link MeteredGuest#logs} writes it
   * @param fuel what was used so far; 0 where nothing counts
   */
  record Guest(Instance instance, List<String> log, LongSupplier fuel) {}

  /** Makes instances of one module. */
  interface Guests {
    /** Makes a fresh instance, or traps. */
    Guest start();
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
      case PLAIN_INTERPRETED, PLAIN_COMPILED -> plain(Parser.parse(wasm));
      case CHICORY_INTERPRETED, CHICORY_COMPILED -> stock(Parser.parse(wasm));
    };
  }

  private static Guests metered(byte[] wasm, Execution execution) {
    MeteredGuest guest = MeteredGuest.of(wasm, execution);
    return () -> {
      MeteredGuest.Run run = guest.start(PLENTY);
      return new Guest(run.instance, guest.log(), run.tank::fuelUsed);
    };
  }

  private Guests plain(WasmModule module) {
    FieldGlobals globals = FieldGlobals.ofPlain(module);
    Function<Instance, Machine> machines =
        this == PLAIN_COMPILED
            ? GuestCompiler.classes(module).machines(globals)
            : InterpreterMachine::new;
    return () -> {
      List<String> log = new ArrayList<>();
      LinearMemory[] memory = {new LinearMemory(0, 0)};
      Instance instance =
          builder(module, log, machines)
              .withMemoryFactory(
                  limits ->
                      memory[0] =
                          new LinearMemory(
                              limits.initialPages(), Math.min(limits.maximumPages(), MAX_PAGES)))
              .withTableFactory(GuestTable::new)
              .withGlobalFactory(globals.over(() -> memory[0]))
              .withUnsafeExecutionListener(new StoreGuard())
              .build();
      return new Guest(instance, log, () -> 0);
    };
  }

  private Guests stock(WasmModule module) {
    Function<Instance, Machine> machines =
        this == CHICORY_COMPILED ? MachineFactoryCompiler.compile(module) : InterpreterMachine::new;
    return () -> {
      List<String> log = new ArrayList<>();
      Instance instance =
          builder(module, log, machines).withMemoryFactory(ByteArrayMemory::new).build();
      return new Guest(instance, log, () -> 0);
    };
  }

  private static Instance.Builder builder(
      WasmModule module, List<String> log, Function<Instance, Machine> machines) {
    ImportValues logs = MeteredGuest.logs(module, log);
    return Instance.builder(module)
        .withImportValues(logs)
        .withMachineFactory(machines)
        .withStart(false);
  }
}
