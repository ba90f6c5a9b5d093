package dev.cloche.run;

import static java.util.Objects.requireNonNull;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableFactory;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.Table;
import dev.cloche.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fresh instance of an image, with memory and tables that are its alone, filled from the
 * image's snapshot where there is one. Used on one guest thread.
 */
final class GuestInstance {

  private static final long[] NONE = {};

  private final Image image;
  private final int maximumPages;
  private final FuelTank tank;
  private final SpareArrays spare;
  private final List<GuestTable> tables = new ArrayList<>();
  private @Nullable LinearMemory memory;
  private @Nullable Instance instance;
  private long lent;

  /** Makes nothing yet. */
  GuestInstance(Image image, long memoryBytes, FuelTank tank, SpareArrays spare) {
    this.image = image;
    this.maximumPages = (int) (memoryBytes / Limits.PAGE_BYTES);
    this.tank = tank;
    this.spare = spare;
  }

  /**
   * Makes the instance; traps where the module's segments do not fit. No code of the guest runs.
   *
   * @param functions what it imports, in the order of the module
   */
  void instantiate(List<ImportFunction> functions) {
    Instance made =
        Instance.builder(image.module())
            .withImportValues(image.linksByName() ? values(functions) : ImportValues.empty())
            .withMemoryFactory(this::memory)
            .withTableFactory(new Tables())
            .withGlobalFactory(image.globals().over(() -> requireNonNull(memory)))
            .withMachineFactory(image.machines())
            .withUnsafeExecutionListener(new InterpreterGuard())
            .withInitialize(false)
            .withStart(false)
            .build();
    requireNonNull(memory).link(functions);
    made.initialize(false);
    image.snapshot().ifPresent(start -> start.restoreGlobals(made));
    tank.attach(requireNonNull(memory));
    instance = made;
  }

  private static ImportValues values(List<ImportFunction> functions) {
    return ImportValues.builder().withFunctions(functions).build();
  }

  private LinearMemory memory(MemoryLimits declared) {
    int maximum = Math.min(declared.maximumPages(), maximumPages);
    memory =
        image
            .snapshot()
            .map(start -> new LinearMemory(start.memory(), maximum, spare, isMemoryFixed()))
            .orElseGet(() -> new LinearMemory(declared.initialPages(), maximum));
    return memory;
  }

  /** Whether its code takes the end of the array for the end of the memory. */
  private boolean isMemoryFixed() {
    return image.globals().isMemoryFixed();
  }

  /** The guest's tables, then the meter's, in the order in which an instance asks for them. */
  private final class Tables implements TableFactory {
    private final GuestTable.Allowance allowance = new GuestTable.Allowance();
    private int next;

    @Override
    public TableInstance create(Table declared, int initialValue) {
      int index = next++;
      if (index == image.facts().refuelTable()) {
        return new RefuelTable(declared, initialValue, tank);
      }
      GuestTable table =
          image
              .snapshot()
              .map(start -> new GuestTable(declared, start.table(index).clone(), allowance))
              .orElseGet(() -> new GuestTable(declared, initialValue, allowance));
      tables.add(table);
      return table;
    }
  }

  /** Calls a function without parameters; its results, of which a start function has none, go. */
  void call(int function) {
    long[] ignored = call(function, NONE);
  }

  /** Calls a function with as many arguments as it has parameters; returns its results. */
  long[] call(int function, long[] arguments) {
    if (instance == null) {
      throw new IllegalStateException("there is no instance");
    }
    return instance.getMachine().call(function, arguments);
  }

  /** The guest's memory, from where one was made; also if the rest of the instance was not. */
  @Nullable LinearMemory memory() {
    return memory;
  }

  /** Takes some of what its memory may grow to for the host; false if there is not as much. */
  boolean lend(long bytes) {
    long pages = (bytes + Limits.PAGE_BYTES - 1) / Limits.PAGE_BYTES;
    boolean fits = pages <= maximumPages && requireNonNull(memory).lend((int) pages, maximumPages);
    if (fits) {
      lent += pages * Limits.PAGE_BYTES;
    }
    return fits;
  }

  /** What it takes of its limit: its memory, and what was lent to the host. */
  long memoryUsed() {
    return (memory == null ? 0 : memory.sizeBytes()) + lent;
  }

  /** Ends the instance: its memory has no bytes from now on. */
  void retire() {
    if (memory != null) {
      memory.retire(spare);
    }
    instance = null;
  }

  /**
   * Takes a snapshot; no function may be running.
   *
   * @param started whether start-up code has run
   */
  Snapshot snapshot(boolean started) {
    if (instance == null) {
      throw new IllegalStateException("there is no instance");
    }
    // The meter's globals come right behind the guest's.
    int globals = Math.min(image.facts().fuelGlobal(), image.facts().stackGlobal());
    return Snapshot.of(instance, requireNonNull(memory).image(), tables, globals, started);
  }
}
