package dev.cloche.host.seccomp;

import java.util.OptionalInt;

/**
 * One system call.
 *
 * @param name its name in the kernel
 * @param numbers its number on each architecture, in the order of {@link Arch}; -1 where it does
 *     not exist
 * @param verdict what becomes of it
 */
record Syscall(String name, int[] numbers, Verdict verdict) {
  OptionalInt number(Arch arch) {
    int number = numbers[arch.ordinal()];
    return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
