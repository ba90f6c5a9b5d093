/**
 * The system call filter: which calls exist for a sandboxed command, as a table; and the assembler
 * that makes classic BPF of it, for x86_64 and aarch64, without native code.
 *
 * <p>{@link dev.cloche.host.seccomp.SeccompFilter} is the entry. Nothing here touches the machine.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.host.seccomp;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
