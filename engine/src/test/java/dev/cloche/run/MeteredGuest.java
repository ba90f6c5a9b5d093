package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.Execution;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A metered module under test, run as the engine runs it but for WASI: any exported function can be
 * called, and the module may import {@code log} functions from any module name but that of jumps.
 */
final class MeteredGuest {

  /** How a call ended. */
  record Ending(String kind, long fuel) {}

  final MeteredModule metered;
  private final WasmModule module;
  private final FieldGlobals globals;
  private final Function<Instance, Machine> machines;
  private final List<String> log = new ArrayList<>();

  /** With {@link Execution#TIERED}: how many calls of functions come before the code is there. */
  int interpretedCalls = 1;

  /** Of the instance that was started last: all its machines count together. */
  private final AtomicInteger interpretedLeft = new AtomicInteger();

  private MeteredGuest(MeteredModule metered, Execution execution) {
    this.metered = metered;
    this.module = Parser.parse(metered.bytes());
    this.globals =
        FieldGlobals.of(module, metered.fuelGlobal(), metered.stackGlobal())
            .withMemoryFixed(metered.fixedMemory());
    this.machines =
        execution == Execution.TIERED ? switching() : machines(module, globals, execution);
  }

  /** Interprets the first {@link #interpretedCalls} calls of an instance's functions. */
  private Function<Instance, Machine> switching() {
    Function<Instance, Machine> compiled = machines(module, globals, Execution.COMPILED);
    return instance ->
        new TieredMachine(instance, () -> interpretedLeft.getAndDecrement() > 0 ? null : compiled);
  }

  static MeteredGuest of(byte[] wasm, Execution execution) {
    try {
      return of(Meter.apply(ModuleReader.read(wasm, ModuleLimits.defaults())), execution);
    } catch (ModuleException e) {
      throw new AssertionError(e);
    }
  }

  static MeteredGuest of(MeteredModule metered, Execution execution) {
    return new MeteredGuest(metered, execution);
  }

  static Function<Instance, Machine> machines(
      WasmModule module, FieldGlobals globals, Execution execution) {
    if (execution == Execution.INTERPRETED) {
      return InterpreterMachine::new;
    }
    return GuestCompiler.classes(module).machines(globals);
  }

  /** One instance with its fuel. */
  final class Run {
    final FuelTank tank;
    final Instance instance;
    private LinearMemory memory = new LinearMemory(0, 0);

    Run(long fuel, Function<FuelTank, ImportValues> imports) {
      tank = new FuelTank(fuel, new Deadline(Duration.ofMinutes(5)));
      instance =
          Instance.builder(module)
              .withImportValues(imports.apply(tank))
              .withMemoryFactory(this::memory)
              .withTableFactory(new TestTables())
              .withGlobalFactory(globals.over(() -> memory))
              .withMachineFactory(machines)
              .withUnsafeExecutionListener(new InterpreterGuard())
              .withInitialize(false)
              .withStart(false)
              .build();
      instance.initialize(false);
      tank.attach(memory);
      metered.start().ifPresent(start -> call(start));
    }

    private LinearMemory memory(MemoryLimits declared) {
      memory = new LinearMemory(declared.initialPages(), Math.min(declared.maximumPages(), 1024));
      return memory;
    }

    private final class TestTables implements com.dylibso.chicory.runtime.TableFactory {
      private int next;

      @Override
      public TableInstance create(com.dylibso.chicory.wasm.types.Table declared, int initialValue) {
        return next++ == metered.refuelTable()
            ? new RefuelTable(declared, initialValue, tank)
            : new GuestTable(declared, initialValue);
      }
    }

    private void call(int function) {
      long[] ignored = instance.getMachine().call(function, new long[0]);
    }

    /** Calls an exported function, and tells its results' bits or its trap. */
    Ending call(String export, long... arguments) {
      String kind;
      try {
        kind = "ok" + Arrays.toString(instance.export(export).apply(arguments));
      } catch (GuestStop stop) {
        kind = "stop " + stop.reason();
      } catch (ChicoryException | ArithmeticException trap) {
        kind = "trap " + Traps.kind(trap);
      }
      return new Ending(kind, tank.fuelUsed());
    }
  }

  Run start(long fuel) {
    log.clear();
    interpretedLeft.set(interpretedCalls);
    return new Run(fuel, this::imports);
  }

  /** Starts one that imports these, and nothing that is logged. */
  Run start(long fuel, ImportValues imports) {
    interpretedLeft.set(interpretedCalls);
    return new Run(fuel, tank -> imports);
  }

  Ending call(long fuel, String export, long... arguments) {
    return start(fuel).call(export, arguments);
  }

  /** What the guest logged since the last start. */
  List<String> log() {
    return log;
  }

  /** The log functions, and jumps that work. */
  private ImportValues imports(FuelTank tank) {
    List<Imported> wanted = Imported.of(module);
    GuestJumps jumps = new GuestJumps(machines, wanted.size(), tank);
    ImportFunction[] functions = logs(module, log).functions();
    for (int i = 0; i < functions.length; i++) {
      if (GuestJumps.has(wanted.get(i))) {
        functions[i] = jumps.function(wanted.get(i));
      }
    }
    return ImportValues.builder().withFunctions(List.of(functions)).build();
  }

  /** Host functions that record their arguments, for every function import. */
  static ImportValues logs(WasmModule module, List<String> log) {
    List<ImportFunction> functions = new ArrayList<>();
    for (int i = 0; i < module.importSection().importCount(); i++) {
      var wanted =
          (com.dylibso.chicory.wasm.types.FunctionImport) module.importSection().getImport(i);
      FunctionType type = module.typeSection().getType(wanted.typeIndex());
      functions.add(
          new HostFunction(
              wanted.module(),
              wanted.name(),
              FunctionType.of(type.params(), type.returns()),
              (instance, arguments) -> {
                log.add(wanted.name() + Arrays.toString(arguments));
                return zeros(type.returns());
              }));
    }
    return ImportValues.builder().withFunctions(functions).build();
  }

  private static long[] zeros(List<ValType> results) {
    return new long[results.size()];
  }
}
