package dev.cloche.host.seccomp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  private static Syscall syscall(String line) {
    String[] fields = line.split("\t", -1);
    int[] numbers = {Integer.parseInt(fields[1]), Integer.parseInt(fields[2])};
    return new Syscall(fields[0], numbers, Verdict.parse(fields[3]));
  }
}
