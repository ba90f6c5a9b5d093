package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Valid modules from a seed, made by binaryen's {@code wasm-opt -ttf} of random bytes.
 *
 * <p>They always end: loops and calls count down a global, which the export {@code
 * hangLimitInitializer} sets anew. They import {@code fuzzing-support.log-*}. No operation of
 * theirs gives a NaN ({@code --denan}), since the bits of one are not determined.
 */
final class RandomModules {

  /** What the modules of a seed use. */
  enum Features {
    MVP,
    BULK_MEMORY("--enable-bulk-memory"),
    MULTI_VALUE("--enable-bulk-memory", "--enable-multivalue"),
    /** Without addresses that are out of bounds, so that code runs on behind its accesses. */
    IN_BOUNDS("--enable-bulk-memory", "--no-fuzz-oob"),
    /** As optimizing compilers leave code. */
    OPTIMIZED("--enable-bulk-memory", "--no-fuzz-oob", "-O2");

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> flags;

    Features(String... flags) {
      this.flags = List.of(flags);
    }

    /** Seeds take turns. */
    static Features ofSeed(int seed) {
      return values()[seed % values().length];
    }

    boolean hasBulkMemory() {
      return this != MVP;
    }
  }

  private static final List<String> ALWAYS =
      List.of(
          "-ttf",
          "--denan",
          "--mvp-features",
          "--enable-sign-ext",
          "--enable-mutable-globals",
          "--enable-nontrapping-float-to-int");

  private RandomModules() {}

  /** The bytes that the module of a seed is made of: 2,000 to 8,000. */
  static byte[] input(int seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[2000 + random.nextInt(6000)];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Makes a module.
   *
   * @param scratch where files may be left
   * @param input any bytes; the same give the same module
   */
  static byte[] of(Path scratch, byte[] input, Features features)
      throws IOException, InterruptedException {
    Path in = scratch.resolve("in");
    Path out = scratch.resolve("out.wasm");
    Files.write(in, input);
    List<String> command = new ArrayList<>(List.of("wasm-opt", in.toString()));
    command.addAll(ALWAYS);
    command.addAll(features.flags);
    command.addAll(List.of("-o", out.toString()));
    assertEquals(0, TestPrograms.run(command), "wasm-opt fails");
    return Files.readAllBytes(out);
  }

  static byte[] of(Path scratch, int seed) throws IOException, InterruptedException {
    return of(scratch, input(seed), Features.ofSeed(seed));
  }
}
