package dev.cloche.bench;

import java.util.Optional;

/**
 * What was measured of one tool; times in milliseconds by the clock.
 *
 * @param row what it did
 * @param moduleBytes size of its module
 * @param fuel of the work
 * @param smallFuel of a call that does next to nothing
 * @param warm the work, in a session of a JVM that has done it for a while
 * @param smallWarm a call that does next to nothing, likewise
 * @param cold a process of the command line that does next to nothing, caches filled
 * @param peer the work in a process of its native counterpart; empty where that is not here
 */
record ToolFigures(
    ToolCase row,
    int moduleBytes,
    long fuel,
    long smallFuel,
    Samples warm,
    Samples smallWarm,
    Samples cold,
    Optional<Samples> peer) {}
