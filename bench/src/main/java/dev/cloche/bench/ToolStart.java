package dev.cloche.bench;

/**
 * What a small call of one tool costs; times in milliseconds by the clock.
 *
 * @param tool its name in the catalogue
 * @param moduleBytes size of its module
 * @param title what the call does
 * @param fuel of the call
 * @param warm the call, in a session of a JVM that has made it for a while
 * @param cold the call as a process of the command line, caches filled
 */
record ToolStart(
    String tool, int moduleBytes, String title, long fuel, Samples warm, Samples cold) {}
