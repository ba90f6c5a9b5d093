package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What is prepared once for all calls of a tool. Immutable and shared between threads.
 *
 * @param facts what the engine needs to know of the guest's module
 * @param module the metered module, parsed and validated; its bodies may be left out where all
 *     functions are compiled
 * @param globals which of its globals are fields of its memory
 * @param machines makes the machine of an instance: compiled code, or an interpreter
 * @param imports the functions of the host that it imports, in the order of the module; no name is
 *     in two modules
 * @param snapshot what instances start from; without one they start from the module's segments
 */
record Image(
    Facts facts,
    WasmModule module,
    FieldGlobals globals,
    Function<Instance, Machine> machines,
    List<Imported> imports,
    Optional<Snapshot> snapshot) {

  /** An image whose instances start from the module's segments. */
  Image(Facts facts, WasmModule module, Function<Instance, Machine> machines) {
    this(
        facts, module, facts.fieldGlobals(module), machines, Imported.of(module), Optional.empty());
  }

  /**
   * Returns this image with a snapshot in place of all that the snapshot stands for.
   *
   * @param withCode whether the machines need the bodies of the functions
   */
  Image startingFrom(Snapshot start, boolean withCode) {
    return new Image(
        facts,
        HollowModule.of(module, start, withCode),
        globals,
        machines,
        imports,
        Optional.of(start));
  }

  /**
   * Returns this image on other machines of the same module.
   *
   * @param withCode whether they need the bodies of the functions
   */
  Image on(Function<Instance, Machine> others, boolean withCode) {
    Image moved = new Image(facts, module, globals, others, imports, snapshot);
    return snapshot.map(start -> moved.startingFrom(start, withCode)).orElse(moved);
  }

  /**
   * What a call's memory may grow to, in bytes.
   *
   * @throws RefusedException if it starts above the limit
   */
  long memoryWithin(Limits limits) throws RefusedException {
    int least = snapshot.map(start -> start.memory().pages()).orElse(facts.memory().min());
    if (facts.plugin().isPresent()) {
      // Its kernel memory is of the same limit, whatever the module says of its own.
      return Math.max(limits.memoryBytes(), new Pages(least, least).bytesWithin(limits));
    }
    return new Pages(least, facts.memory().max()).bytesWithin(limits);
  }

  /** Whether Chicory is to find the imports of an instance, which takes it long, or has none. */
  boolean linksByName() {
    return module.importSection().importCount() > 0;
  }

  /** Whether the guest's start function is still to be called in each instance. */
  boolean startsInCall() {
    return snapshot.isEmpty() || !snapshot.get().started();
  }

  /**
   * The linear memory that a module declares; both 0 without one.
   *
   * @param min pages that it starts with
   * @param max pages that it may grow to
   */
  record Pages(int min, int max) {

    /**
     * What a call's linear memory may grow to, in bytes.
     *
     * @throws RefusedException if it starts above the limit
     */
    long bytesWithin(Limits limits) throws RefusedException {
      long least = min * Limits.PAGE_BYTES;
      if (least > limits.memoryBytes()) {
        throw new RefusedException(
            "module refused: its memory starts with "
                + least
                + " bytes, above the memory limit of "
                + limits.memoryBytes());
      }
      return Math.min(limits.memoryBytes(), max * Limits.PAGE_BYTES);
    }
  }

  /**
   * What the engine needs to know of a guest's module.
   *
   * @param memory its linear memory
   * @param fixedMemory whether that always has the size that it starts with
   * @param entry the function that {@code _start} exports, where there is one
   * @param start the function that the start section named
   * @param fuelGlobal where the meter's counter is; likewise the next two
   * @param firstPiece where the functions begin that others were split into
   * @param functionNames names by function index, for backtraces
   * @param plugin what it exports, if it is an Extism plugin; then there is no entry
   */
  record Facts(
      Pages memory,
      boolean fixedMemory,
      OptionalInt entry,
      OptionalInt start,
      int fuelGlobal,
      int stackGlobal,
      int refuelTable,
      int firstPiece,
      Map<Integer, String> functionNames,
      Optional<PluginExports> plugin) {

    /** Where the module's globals are kept. */
    FieldGlobals fieldGlobals(WasmModule module) {
      return FieldGlobals.of(module, fuelGlobal, stackGlobal).withMemoryFixed(fixedMemory);
    }

    Facts {
      functionNames = Map.copyOf(functionNames);
    }
  }
}
