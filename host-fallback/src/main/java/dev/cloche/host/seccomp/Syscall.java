package dev.cloche.host.seccomp;

import java.util.Map;
import java.util.OptionalInt;

/**
 * One system call.
 *
 * @param name its name in the kernel
 * @param numbers its number on each architecture on which it exists
 * @param verdict what becomes of it
 */
record Syscall(String name, Map<Arch, Integer> numbers, Verdict verdict) {
  OptionalInt number(Arch arch) {
    Integer number = numbers.get(arch);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
