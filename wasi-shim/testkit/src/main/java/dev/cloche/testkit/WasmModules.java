package dev.cloche.testkit;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/**
 * Generates modules. They are grown from bytes, as from a list of choices, so that jqwik shrinks
 * them: fewer bytes make a smaller module.
 *
 * <p>Valid ones have up to six functions of all four types, with locals, blocks, loops, branches,
 * tables of branches, calls, calls through a table, globals, and a memory of one to four pages;
 * {@code _start} calls the last of them. They may trap, recurse or loop without end: run them with
 * limits. They import nothing, and draw on version 1 of WebAssembly, sign extension, saturating
 * conversion and bulk memory. Nothing but their bits tells one NaN from another.
 */
public final class WasmModules {
  private static final int MOST_CHOICES = 600;

  private WasmModules() {}

  /** Returns modules that are valid. */
  public static Arbitrary<byte[]> valid() {
    return Arbitraries.integers()
        .between(0, 255)
        .withDistribution(RandomDistribution.uniform())
        .map(Integer::byteValue)
        .array(byte[].class)
        .ofMaxSize(MOST_CHOICES)
        .withSizeDistribution(RandomDistribution.uniform())
        .map(choices -> new ModuleGrower(choices).grow());
  }

  /**
   * Returns modules that were valid before one to three of their bytes became others, a piece was
   * lost, doubled or moved, or the end was cut off. Few are still valid.
   */
  public static Arbitrary<byte[]> nearlyValid() {
    return mutated(valid());
  }

  /** Returns mutants of modules, such as of an embedder's own. */
  public static Arbitrary<byte[]> mutated(Arbitrary<byte[]> modules) {
    Arbitrary<Long> seeds = Arbitraries.longs();
    Arbitrary<Integer> ways =
        Arbitraries.frequencyOf(
            Tuple.of(5, Arbitraries.just(0)), Tuple.of(3, Arbitraries.of(1, 2, 3)));
    return Combinators.combine(modules, ways, seeds)
        .as((module, way, seed) -> mutant(module, way, new Random(seed)));
  }

  private static byte[] mutant(byte[] module, int way, Random random) {
    int at = 8 + random.nextInt(Math.max(1, module.length - 8));
    int end = Math.min(module.length, at + 1 + random.nextInt(16));
    if (at >= module.length) {
      return module;
    }
    byte[] piece = Arrays.copyOfRange(module, at, end);
    return switch (way) {
      case 1 -> Arrays.copyOf(module, at);
      case 2 ->
          new Code()
              .append(Arrays.copyOf(module, at))
              .append(Arrays.copyOfRange(module, end, module.length))
              .bytes();
      case 3 ->
          new Code()
              .append(Arrays.copyOf(module, end))
              .append(piece)
              .append(Arrays.copyOfRange(module, end, module.length))
              .bytes();
      default -> changed(module, random);
    };
  }

  private static byte[] changed(byte[] module, Random random) {
    byte[] changed = module.clone();
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = 8 + random.nextInt(changed.length - 8);
      switch (random.nextInt(4)) {
        case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> changed[at] = (byte) random.nextInt(256);
        case 2 -> changed[at] = (byte) (random.nextBoolean() ? 0x7f : 0);
        default -> changed[at] = changed[8 + random.nextInt(changed.length - 8)];
      }
    }
    return changed;
  }
}
