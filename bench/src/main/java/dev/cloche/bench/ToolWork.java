package dev.cloche.bench;

import java.util.Optional;

/**
 * What was measured of one row; times in milliseconds by the clock.
 *
 * @param row what was done
 * @param fuel of it
 * @param warm it, in a session of a JVM that has done it for a while
 * @param peer it, in a process of the native counterpart; empty where that is not here
 */
record ToolWork(ToolCase row, long fuel, Samples warm, Optional<Samples> peer) {}
