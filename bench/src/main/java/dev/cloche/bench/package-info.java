/**
 * Benchmarks of the engine, beside what else runs WebAssembly in a JVM.
 *
 * <p>{@link dev.cloche.bench.Bench} is the command. It lets JMH measure each {@link
 * dev.cloche.bench.Kernel} in each {@link dev.cloche.bench.Column}, and writes a {@link
 * dev.cloche.bench.Report}. A new kernel or peer is a new constant of those two.
 */
@NullMarked
package dev.cloche.bench;

import org.jspecify.annotations.NullMarked;
