package dev.cloche.run;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.Table;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The benchmarks' way into the engine: runs modules without imports as the engine runs tools, by
 * its own classes, and leaves out WASI, the guest thread, and on demand the meter.
 *
 * <p>It is in the engine's package, and the benchmarks on the class path, so that nothing of the
 * engine has to be public for them.
 */
public final class BenchGuests {

  private static final int MAX_PAGES = 1024;

  /** Never used up, at any speed. */
  private static final long FUEL = 1L << 60;

  private BenchGuests() {}

  /** The export {@code run} of a fresh instance, metered and compiled. */
  public static IntUnaryOperator metered(byte[] wasm) {
    MeteredModule metered = meter(wasm);
    WasmModule module = Parser.parse(metered.bytes());
    return metered(metered, module, compile(module, fields(metered, module)));
  }

  /** The export {@code run} of a fresh instance, metered and interpreted. */
  public static IntUnaryOperator interpreted(byte[] wasm) {
    MeteredModule metered = meter(wasm);
    return metered(metered, Parser.parse(metered.bytes()), InterpreterMachine::new);
  }

  /** The export {@code run} of a fresh instance, compiled and not metered. */
  public static IntUnaryOperator plain(byte[] wasm) {
    WasmModule module = Parser.parse(wasm);
    FieldGlobals globals = FieldGlobals.ofPlain(module);
    Memories memories = new Memories();
    return run(
        Instance.builder(module)
            .withMemoryFactory(memories::make)
            .withTableFactory(GuestTable::new)
            .withGlobalFactory(globals.over(memories::made))
            .withMachineFactory(compile(module, globals))
            .build());
  }

  /** The fuel that the first call of {@code run(n)} spends. */
  public static long fuel(byte[] wasm, int n) {
    MeteredModule metered = meter(wasm);
    WasmModule module = Parser.parse(metered.bytes());
    FuelTank tank = tank();
    int ignored =
        run(instance(metered, module, compile(module, fields(metered, module)), tank))
            .applyAsInt(n);
    return tank.fuelUsed();
  }

  /**
   * What makes a fresh instance, metered and compiled, and calls an export that answers nothing or
   * an {@code i32}.
   */
  public static Runnable fresh(byte[] wasm, String export, long... arguments) {
    MeteredModule metered = meter(wasm);
    WasmModule module = Parser.parse(metered.bytes());
    Function<Instance, Machine> machines = compile(module, fields(metered, module));
    return () -> {
      long[] ignored = instance(metered, module, machines, tank()).export(export).apply(arguments);
    };
  }

  private static MeteredModule meter(byte[] wasm) {
    try {
      return Outliner.apply(Meter.apply(ModuleReader.read(wasm, ModuleLimits.defaults())));
    } catch (ModuleException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static IntUnaryOperator metered(
      MeteredModule metered, WasmModule module, Function<Instance, Machine> machines) {
    return run(instance(metered, module, machines, tank()));
  }

  private static FuelTank tank() {
    return new FuelTank(FUEL, new Deadline(Duration.ofDays(1)));
  }

  private static Instance instance(
      MeteredModule metered,
      WasmModule module,
      Function<Instance, Machine> machines,
      FuelTank tank) {
    Memories memories = new Memories();
    Instance instance =
        Instance.builder(module)
            .withMemoryFactory(memories::make)
            .withTableFactory(new Tables(metered, tank))
            .withGlobalFactory(fields(metered, module).over(memories::made))
            .withMachineFactory(machines)
            .withStart(false)
            .build();
    tank.attach(memories.made());
    return instance;
  }

  private static FieldGlobals fields(MeteredModule metered, WasmModule module) {
    return FieldGlobals.of(module, metered.fuelGlobal(), metered.stackGlobal());
  }

  /** Makes the memory of one instance. */
  private static final class Memories {
    private LinearMemory made = new LinearMemory(0, 0);

    LinearMemory make(MemoryLimits declared) {
      made =
          new LinearMemory(declared.initialPages(), Math.min(declared.maximumPages(), MAX_PAGES));
      return made;
    }

    LinearMemory made() {
      return made;
    }
  }

  private static Function<Instance, Machine> compile(WasmModule module, FieldGlobals globals) {
    return GuestCompiler.classes(module).machines(globals);
  }

  private static IntUnaryOperator run(Instance instance) {
    ExportFunction run = instance.export("run");
    return n -> (int) run.apply(n)[0];
  }

  /** The guest's tables, then the meter's, in the order in which an instance asks for them. */
  private static final class Tables implements com.dylibso.chicory.runtime.TableFactory {
    private final MeteredModule metered;
    private final FuelTank tank;
    private int next;

    Tables(MeteredModule metered, FuelTank tank) {
      this.metered = metered;
      this.tank = tank;
    }

    @Override
    public TableInstance create(Table declared, int initialValue) {
      return next++ == metered.refuelTable()
          ? new RefuelTable(declared, initialValue, tank)
          : new GuestTable(declared, initialValue);
    }
  }
}
