package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.CheckedModule;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What is prepared once for all calls of a tool. Immutable and shared between threads.
 *
 * @param checked the module as it came, and what was read of it
 * @param metered where the meter's counters are
 * @param module the metered module, parsed and validated
 * @param entry the function that {@code _start} exports, where there is one
 * @param machines makes the machine of an instance: compiled code, or an interpreter
 */
record Image(
    CheckedModule checked,
    MeteredModule metered,
    WasmModule module,
    OptionalInt entry,
    Function<Instance, Machine> machines) {}
