package dev.cloche.module;

/**
 * An import (WebAssembly 2.0, 5.5.5).
 *
 * @param module the module named, chosen by the guest
 * @param name the name in that module, chosen by the guest
 * @param kind what is imported
 * @param index its index among the functions, tables, memories or globals, as {@code kind} says
 * @param typeIndex the type of a function; -1 for all else, whose types the lists of {@link
 *     CheckedModule} hold at {@code index}
 */
public record Import(String module, String name, ExternKind kind, int index, int typeIndex) {}
