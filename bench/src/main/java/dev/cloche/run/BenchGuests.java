package dev.cloche.run;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import dev.cloche.Limits;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The benchmarks' way into the engine: runs exports of modules without imports in the instances
 * that calls of tools run in, and leaves out WASI, the guest thread, and on demand the meter.
 *
 * <p>It is in the engine's package, and the benchmarks on the class path, so that nothing of the
 * engine has to be public for them.
 */
public final class BenchGuests {

  private static final String RUN = "run";

  private static final long MEMORY_BYTES = 1024 * Limits.PAGE_BYTES;

  /** Never used up, at any speed. */
  private static final long FUEL = 1L << 60;

  private BenchGuests() {}

  /** The export {@code run} of a fresh instance, metered and compiled. */
  public static IntUnaryOperator metered(byte[] wasm) {
    return run(Guest.of(wasm, RUN, BenchGuests::compile), tank());
  }

  /** The export {@code run} of a fresh instance, metered and interpreted. */
  public static IntUnaryOperator interpreted(byte[] wasm) {
    return run(Guest.of(wasm, RUN, (module, globals) -> InterpreterMachine::new), tank());
  }

  /** The export {@code run} of a fresh instance, compiled and not metered. */
  public static IntUnaryOperator plain(byte[] wasm) {
    WasmModule module = Parser.parse(wasm);
    FieldGlobals globals = FieldGlobals.ofPlain(module).withMemoryFixed(isMemoryFixed(wasm));
    Memories memories = new Memories();
    ExportFunction run =
        Instance.builder(module)
            .withMemoryFactory(memories::make)
            .withTableFactory(GuestTable::new)
            .withGlobalFactory(globals.over(memories::made))
            .withMachineFactory(compile(module, globals))
            .build()
            .export(RUN);
    return n -> (int) run.apply(n)[0];
  }

  private static boolean isMemoryFixed(byte[] wasm) {
    try {
      return Meter.apply(ModuleReader.read(wasm, ModuleLimits.defaults())).fixedMemory();
    } catch (ModuleException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The fuel that the first call of {@code run(n)} spends. */
  public static long fuel(byte[] wasm, int n) {
    FuelTank tank = tank();
    int ignored = run(Guest.of(wasm, RUN, BenchGuests::compile), tank).applyAsInt(n);
    return tank.fuelUsed();
  }

  /**
   * What makes a fresh instance as calls do, from a snapshot, and calls an export in it that
   * answers nothing or an {@code i32}.
   */
  public static Runnable fresh(byte[] wasm, String export, long... arguments) {
    Guest guest = Guest.of(wasm, export, BenchGuests::compile).warm();
    SpareArrays spare = new SpareArrays();
    return () -> {
      GuestInstance instance = guest.instance(tank(), spare);
      long[] ignored = instance.call(guest.function(), arguments);
      instance.retire();
    };
  }

  private static IntUnaryOperator run(Guest guest, FuelTank tank) {
    GuestInstance instance = guest.instance(tank, SpareArrays.none());
    return n -> (int) instance.call(guest.function(), new long[] {n})[0];
  }

  private static FuelTank tank() {
    return new FuelTank(FUEL, new Deadline(Duration.ofDays(1)));
  }

  private static Function<Instance, Machine> compile(WasmModule module, FieldGlobals globals) {
    return GuestCompiler.classes(module).machines(globals);
  }

  /**
   * A module that is ready for instances.
   *
   * @param image what they are made from
   * @param function the index of the export that is called
   */
  private record Guest(Image image, int function) {

    static Guest of(
        byte[] wasm,
        String export,
        BiFunction<WasmModule, FieldGlobals, Function<Instance, Machine>> machines) {
      try {
        CheckedModule checked = ModuleReader.read(wasm, ModuleLimits.defaults());
        MeteredModule metered = Outliner.apply(Meter.apply(checked));
        WasmModule module = Parser.parse(metered.bytes());
        int function = index(checked, export);
        Image.Facts facts =
            new Image.Facts(
                ModuleCheck.memory(checked),
                metered.fixedMemory(),
                OptionalInt.of(function),
                metered.start(),
                metered.fuelGlobal(),
                metered.stackGlobal(),
                metered.refuelTable(),
                metered.firstPiece(),
                checked.functionNames(),
                Optional.empty());
        Image image = new Image(facts, module, machines.apply(module, facts.fieldGlobals(module)));
        return new Guest(image, function);
      } catch (ModuleException e) {
        throw new IllegalArgumentException(e);
      }
    }

    private static int index(CheckedModule module, String export) {
      return module.exports().stream()
          .filter(candidate -> candidate.name().equals(export))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no export " + export))
          .index();
    }

    /** This one, its instances filled from a snapshot. */
    Guest warm() {
      Image warm = WarmUp.apply(image, Optional.empty(), false);
      if (warm.snapshot().isEmpty()) {
        throw new IllegalStateException("there is no snapshot of it");
      }
      return new Guest(warm, function);
    }

    GuestInstance instance(FuelTank tank, SpareArrays spare) {
      GuestInstance instance = new GuestInstance(image, MEMORY_BYTES, tank, spare);
      instance.instantiate(List.of());
      return instance;
    }
  }

  /** Makes the memory of one instance that is not metered. */
  private static final class Memories {
    private LinearMemory made = new LinearMemory(0, 0);

    LinearMemory make(MemoryLimits declared) {
      int maximum = (int) Math.min(declared.maximumPages(), MEMORY_BYTES / Limits.PAGE_BYTES);
      made = new LinearMemory(declared.initialPages(), maximum);
      return made;
    }

    LinearMemory made() {
      return made;
    }
  }
}
