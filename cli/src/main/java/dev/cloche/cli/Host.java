package dev.cloche.cli;

/**
 * What a command gets from outside, so that a test can hand in its own.
 *
 * @param streams the process's streams
 * @param engines how to get an engine
 * @param catalogue the bundled tools
 * @param interruption what Ctrl-C reaches
 */
record Host(
    Streams streams, EngineFactory engines, Catalogue catalogue, Interruption interruption) {}
