package dev.cloche.module;

import java.util.OptionalLong;

/**
 * A table type (WebAssembly 2.0, 2.3.9).
 *
 * @param element the type of the entries, a reference type
 * @param min the entries at the start
 * @param max the most entries, at most 2^32-1, if the module sets a bound
 */
public record TableType(ValueType element, long min, OptionalLong max) {}
