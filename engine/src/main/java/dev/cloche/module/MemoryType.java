package dev.cloche.module;

import java.util.OptionalLong;

/**
 * A memory type (WebAssembly 2.0, 2.3.8), in pages of 64 KiB.
 *
 * @param min the pages at the start
 * @param max the most pages, at most 65,536, if the module sets a bound
 */
public record MemoryType(long min, OptionalLong max) {}
