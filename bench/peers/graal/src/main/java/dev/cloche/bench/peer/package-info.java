/** GraalWasm as a peer of the benchmarks, in a process with its own class path. */
@NullMarked
package dev.cloche.bench.peer;

import org.jspecify.annotations.NullMarked;
