package dev.cloche.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;

/**
 * The programs that are measured, from {@code src/main/guests}. Each exports {@code run(n)}, which
 * answers a checksum. The checksums here are those of the same sources compiled natively.
 */
public enum Kernel {
  FIB("recursive calls, fib(32)", 32, 2178309, 15, 610),
  SHA256("SHA-256 of 2 MiB", 2048, 0x1444253f, 4, 0x670d1de5),
  MATMUL("matrix product, 200 x 200 doubles", 200, 0x08ece615, 16, 0x9029038f),
  QSORT("sort of 200,000 words, order by function pointer", 200_000, 0xd9ece468, 1000, 0xd078f0a6),
  MACHINE("bytecode machine, 1 M rounds", 1_000_000, 0x31b97c57, 1000, 0xd1164a7f),
  JSON("JSON scan, 200 records 401 times", 401, 0x749631a0, 3, 0x9753e5a0);

  private final String title;
  private final int size;
  private final int checksum;
  private final int smallSize;
  private final int smallChecksum;

  Kernel(String title, int size, int checksum, int smallSize, int smallChecksum) {
    this.title = title;
    this.size = size;
    this.checksum = checksum;
    this.smallSize = smallSize;
    this.smallChecksum = smallChecksum;
  }

  /** What it does, for the report. */
  String title() {
    return title;
  }

  /** The {@code n} that is measured: some 10 to 100 milliseconds of work. */
  int size() {
    return size;
  }

  /** What {@code run(size())} answers. */
  int checksum() {
    return checksum;
  }

  /** An {@code n} that an interpreter does in milliseconds. */
  int smallSize() {
    return smallSize;
  }

  /** What {@code run(smallSize())} answers. */
  int smallChecksum() {
    return smallChecksum;
  }

  /** The compiled module; empty where it was built without a C compiler. */
  Optional<byte[]> wasm() {
    String resource = "/kernels/" + name().toLowerCase(Locale.ROOT) + ".wasm";
    try (InputStream in = Kernel.class.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
