/**
 * Running: from a module's bytes to the outcome of a call.
 *
 * <p>{@link dev.cloche.run.EngineCore} stands behind the public {@code Engine}. It keeps {@link
 * dev.cloche.run.Image}s (checked, metered, compiled modules); a {@link dev.cloche.run.GuestRun}
 * makes a fresh instance of one on a guest thread and turns however it ends into an {@code
 * Outcome}. This package and {@code dev.cloche.wasi} are the ones that know Chicory.
 */
@NullMarked
package dev.cloche.run;

import org.jspecify.annotations.NullMarked;
