package dev.cloche.module;

/**
 * A function body in the code section (WebAssembly 2.0, 5.5.13). Offsets are in bytes from the
 * start of the module.
 *
 * @param start the offset of the first byte after the size, where the local declarations begin
 * @param codeStart the offset of the first instruction
 * @param end the offset after the final {@code end}
 * @param locals the number of parameters and declared locals
 * @param maxHeight the most operands on the stack at once, those of unreachable code included
 * @param instructions the number of instructions, targets of {@code br_table} counted too
 * @param moves the operands that calls, branches and blocks handle, by which compiled code grows
 */
public record Body(
    int start, int codeStart, int end, int locals, int maxHeight, int instructions, int moves) {}
