package dev.cloche.wasi;

/**
 * A range of guest memory that was checked.
 *
 * @param address where it begins
 * @param length its bytes
 */
record Buffer(int address, int length) {}
