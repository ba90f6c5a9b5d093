/**
 * The host functions of Extism, {@code extism:host/env}, over the same pieces as WASI: an {@link
 * dev.cloche.egress.Egress} for requests, and a budget that pays for each call. {@link
 * dev.cloche.extism.Extism} is the entry type: it has the functions of one call, and the kernel
 * memory that they work on. {@code KernelFunction} declares each function once; each group has a
 * class of its own ({@code BlockCalls}, {@code VariableCalls}, {@code HttpCalls}, {@code
 * LogCalls}). What is checked here is every handle, address and length; what a plugin may reach is
 * what the builder was handed, and nothing else.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.extism;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
