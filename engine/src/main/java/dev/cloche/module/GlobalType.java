package dev.cloche.module;

/**
 * A global type (WebAssembly 2.0, 2.3.10).
 *
 * @param value the type of its value
 * @param mutable whether it can be set
 */
public record GlobalType(ValueType value, boolean mutable) {}
