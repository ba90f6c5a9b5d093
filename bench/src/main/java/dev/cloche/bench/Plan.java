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
 * @param quick one round of short iterations: a first look, in some three minutes
 * @param kernels what to measure
 * @param output where the page goes
 */
record Plan(boolean quick, Set<Kernel> kernels, Path output) {

  static final String USAGE = "usage: bench/run [--quick] [--kernel NAME]... [--output FILE]";
  private static final Path DEFAULT_OUTPUT = Path.of("bench", "results", "fuel-overhead.md");

  static Plan parse(List<String> arguments) {
    boolean quick = false;
    Set<Kernel> kernels = EnumSet.noneOf(Kernel.class);
    Path output = DEFAULT_OUTPUT;
    Deque<String> rest = new ArrayDeque<>(arguments);
    while (!rest.isEmpty()) {
      String option = rest.pop();
      switch (option) {
        case "--quick" -> quick = true;
        case "--kernel" -> kernels.add(kernel(value(option, rest)));
        case "--output" -> output = Path.of(value(option, rest));
        default -> throw new IllegalArgumentException("unknown option " + option + "; " + USAGE);
      }
    }
    return new Plan(quick, kernels.isEmpty() ? EnumSet.allOf(Kernel.class) : kernels, output);
  }

  private static String value(String option, Deque<String> rest) {
    if (rest.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value; " + USAGE);
    }
    return rest.pop();
  }

  private static Kernel kernel(String name) {
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
