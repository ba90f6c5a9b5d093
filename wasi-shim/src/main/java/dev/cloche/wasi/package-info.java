/**
 * {@code wasi_snapshot_preview1} over a workspace, and the module {@code cloche} over an {@link
 * dev.cloche.egress.Egress}. {@link dev.cloche.wasi.Wasi} is the entry type: it makes the host
 * functions of one call. What a function costs and how long it may take is the engine's word, given
 * through {@link dev.cloche.wasi.HostBudget}; what it may reach is what the builder was handed, and
 * nothing else. {@code FunctionTable} and {@code FetchTable} declare every function once, and what
 * a trace shows of it; each group of functions has a class of its own ({@code FdCalls}, {@code
 * PathCalls}, ...).
 */
@NullMarked
package dev.cloche.wasi;

import org.jspecify.annotations.NullMarked;
