package dev.cloche.bench;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the command line asks for.
 *
 * @param set what is measured
 * @param quick one round of short iterations: a first look, in some three minutes
 * @param kernels which kernels; all of them unless the set is theirs
 * @param output where the page goes
 */
record Plan(BenchSet set, boolean quick, Set<Kernel> kernels, Path output) {

  static final String USAGE =
      "usage: bench/run [kernels] [--quick] [--kernel NAME]... [--output FILE]"
          + " or bench/run shim [--quick] [--output FILE]";

  /** The sets of benchmarks; each makes a page of its own. */
  enum BenchSet {
    /** What fuel costs, by programs that compute. */
    KERNELS("fuel-overhead.md"),
    /** What host calls cost. */
    SHIM("shim.md");

    private final String page;

    BenchSet(String page) {
      this.page = page;
    }
  }

  static Plan parse(List<String> arguments) {
    Deque<String> rest = new ArrayDeque<>(arguments);
    BenchSet set = set(rest);
    boolean quick = false;
    Set<Kernel> kernels = EnumSet.noneOf(Kernel.class);
    Path output = Path.of("bench", "results", set.page);
    while (!rest.isEmpty()) {
      String option = rest.pop();
      switch (option) {
        case "--quick" -> quick = true;
        case "--kernel" -> kernels.add(kernel(set, value(option, rest)));
        case "--output" -> output = Path.of(value(option, rest));
        default -> throw new IllegalArgumentException("unknown option " + option + "; " + USAGE);
      }
    }
    return new Plan(set, quick, kernels.isEmpty() ? EnumSet.allOf(Kernel.class) : kernels, output);
  }

  private static BenchSet set(Deque<String> rest) {
    for (BenchSet set : BenchSet.values()) {
      if (set.name().toLowerCase(Locale.ROOT).equals(rest.peek())) {
        rest.pop();
        return set;
      }
    }
    return BenchSet.KERNELS;
  }

  private static String value(String option, Deque<String> rest) {
    if (rest.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value; " + USAGE);
    }
    return rest.pop();
  }

  private static Kernel kernel(BenchSet set, String name) {
    if (set != BenchSet.KERNELS) {
      throw new IllegalArgumentException("the shim has no kernels; " + USAGE);
    }
    for (Kernel kernel : Kernel.values()) {
      if (kernel.name().equals(name.toUpperCase(Locale.ROOT))) {
        return kernel;
      }
    }
    throw new IllegalArgumentException("no kernel is called " + name);
  }

  /**
   * How often all is measured, each time in fresh JVMs, so that a slow minute hits every column.
   */
  int rounds() {
    return quick ? 1 : 5;
  }

  int warmups() {
    return 5;
  }

  int iterations() {
    return 3;
  }
}
