/**
 * The fuel pass: a checked module goes in, a module that meters itself comes out.
 *
 * <p>{@link dev.cloche.meter.Meter} is the entry; its comment explains the shape of the inserted
 * code, and {@link dev.cloche.meter.FuelSchedule} what costs what. The pass knows modules as {@code
 * dev.cloche.module} read them, and no WebAssembly engine: interpreter and compiler run the same
 * bytes and so spend the same fuel.
 */
@NullMarked
package dev.cloche.meter;

import org.jspecify.annotations.NullMarked;
