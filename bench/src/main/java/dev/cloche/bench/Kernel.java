package dev.cloche.bench;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The programs that are measured, from {@code src/main/guests} and {@code src/main/programs}. Each
 * exports {@code run(n)}, which answers a checksum. The checksums here are those of the same
 * sources compiled natively.
 */
public enum Kernel {
  FIB("recursive calls, fib(32)", 32, 0x00213d05, 22, 0x0000452f),
  SHA256("SHA-256 of 16 MiB", 16384, 0xb082c813, 64, 0x53e019c0),
  MATMUL("matrix product, 256 x 256 doubles", 256, 0x222c5155, 40, 0x084a2a9e),
  QSORT(
      "sort of 500,000 words, order by function pointer", 500_000, 0x9cb0b3c2, 10_000, 0x0258669c),
  HASHMAP("hash map of 400,000 words", 400_000, 0x10c6cf04, 20_000, 0x78147635),
  MACHINE("bytecode machine, 5 M rounds", 5_000_000, 0xb61ce6c4, 50_000, 0xdbb5866f),
  JSON("JSON parse and print, 200 records 401 times", 401, 0x6e662936, 6, 0x9fca1fc0),
  SCAN("scan of 8 KiB for 8 patterns, 20 times", 20, 0xee51e994, 1, 0x3503f061),
  QUICKJS("QuickJS: calls, objects, strings", 24, 0x6c033e72, 18, 0x2c2a0b93),
  SQLITE("SQLite: 20,000 rows put in, indexed, asked", 20_000, 0x24b968c2, 300, 0xedca206b);

  private final String title;
  private final Work full;
  private final Work reduced;

  Kernel(String title, int n, int checksum, int reducedN, int reducedChecksum) {
    this.title = title;
    this.full = new Work(n, checksum);
    this.reduced = new Work(reducedN, reducedChecksum);
  }

  /**
   * One call.
   *
   * @param n what {@code run} is given
   * @param checksum what it answers
   */
  @Immutable
  record Work(int n, int checksum) {}

  /** What it does, for the report. */
  String title() {
    return title;
  }

  /** Whether it is a whole program: hundreds of kilobytes of code, compiled for size. */
  boolean isProgram() {
    return this == QUICKJS || this == SQLITE;
  }

  /** The name of its files. */
  String file() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The work that is measured: some 10 to 200 milliseconds of compiled code. */
  Work full() {
    return full;
  }

  /** A small part of it, which interpreters do in a tenth of a second, and tests at once. */
  Work reduced() {
    return reduced;
  }

  /** Where its module is. */
  Path module() {
    return BuildFiles.classes().resolve(Path.of("kernels", file() + ".wasm"));
  }

  /** Where the same as an Extism plugin is. */
  Path plugin() {
    return BuildFiles.classes().resolve(Path.of("kernels", "extism", file() + ".wasm"));
  }

  /** The script that the QuickJS kernel runs. */
  static Path script() {
    return BuildFiles.module().resolve(Path.of("src", "main", "programs", "work.js"));
  }

  /** The compiled module; empty where it was built without a C compiler or its sources. */
  Optional<byte[]> wasm() {
    try {
      return Files.exists(module()) ? Optional.of(Files.readAllBytes(module())) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same source compiled for this machine, with a {@code main} that measures. */
  Path nativeProgram() {
    return BuildFiles.target().resolve(Path.of("native", file()));
  }
}
