package dev.cloche.host.seccomp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the table of system calls that lies beside this class. */
final class SyscallTable {
  private static final String RESOURCE = "syscalls.tsv";

  private SyscallTable() {}

  /** Returns all system calls of the table. */
  static List<Syscall> read() {
    InputStream resource =
        Objects.requireNonNull(SyscallTable.class.getResourceAsStream(RESOURCE), RESOURCE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(SyscallTable::syscall)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static int column(Arch arch) {
    return switch (arch) {
      case X86_64 -> 1;
      case AARCH64 -> 2;
    };
  }

  private static Syscall syscall(String line) {
    String[] fields = line.split("\t", -1);
    Map<Arch, Integer> numbers = new EnumMap<>(Arch.class);
    for (Arch arch : Arch.values()) {
      int number = Integer.parseInt(fields[column(arch)]);
      if (number >= 0) {
        numbers.put(arch, number);
      }
    }
    return new Syscall(fields[0], numbers, Verdict.parse(fields[3]));
  }
}
