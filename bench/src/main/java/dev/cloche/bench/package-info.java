/**
 * Benchmarks of the engine, beside what else runs WebAssembly in a JVM.
 *
 * <p>{@link dev.cloche.bench.Bench} is the command. It lets JMH measure each {@link
 * dev.cloche.bench.Kernel} in each {@link dev.cloche.bench.Column}, or each {@link
 * dev.cloche.bench.ShimWork} in each {@link dev.cloche.bench.ShimColumn}, and writes a page. A new
 * kernel, work or peer is a new constant of those.
 */
@NullMarked
package dev.cloche.bench;

import org.jspecify.annotations.NullMarked;
