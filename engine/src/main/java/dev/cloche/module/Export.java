package dev.cloche.module;

/**
 * An export (WebAssembly 2.0, 5.5.10).
 *
 * @param name its name, unique in the module, chosen by the guest
 * @param kind what is exported
 * @param index its index among the functions, tables, memories or globals, as {@code kind} says
 */
public record Export(String name, ExternKind kind, int index) {}
