/**
 * Reads WebAssembly modules that nobody vouches for.
 *
 * <p>{@link dev.cloche.module.ModuleReader} checks framing, limits, features, every index and the
 * structure of every body before any other parser sees the bytes, and hands back a {@link
 * dev.cloche.module.CheckedModule}. Everything it can object to is a {@link
 * dev.cloche.module.ModuleException}. Types of operands inside bodies are left to the engine's
 * validator. The metering pass walks the checked bytes with a {@link dev.cloche.module.CodeCursor}.
 * This package depends on nothing but the JDK and is not exported to embedders.
 */
@NullMarked
package dev.cloche.module;

import org.jspecify.annotations.NullMarked;
