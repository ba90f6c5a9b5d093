package dev.cloche.bench;

import java.nio.file.Path;
import java.time.Duration;
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
 * @param quick one round of short iterations: a first look, in under five minutes
 * @param kernels which kernels; all of them unless the set is theirs
 * @param columns in which columns; all of them unless the set is the kernels'
 * @param output where the page goes
 */
record Plan(BenchSet set, boolean quick, Set<Kernel> kernels, Set<Column> columns, Path output) {

  static final String USAGE =
      "usage: bench/run [kernels] [--quick] [--kernel NAME]... [--column NAME]... [--output FILE]"
          + " or bench/run start|shim|net|tools|launch [--quick] [--output FILE]";

  /** The sets of benchmarks; each makes a page of its own. */
  enum BenchSet {
    /** Programs that compute, in the engine and its peers. */
    KERNELS("kernels.md"),
    /** What is before and beside a guest's own work. */
    START("start.md"),
    /** What host calls cost. */
    SHIM("shim.md"),
    /** What requests cost. */
    NET("net.md"),
    /** Bundled tools beside native programs. */
    TOOLS("tools.md"),
    /** What it takes to start a native command. */
    LAUNCH("launch.md");

    private final String page;

    BenchSet(String page) {
      this.page = page;
    }
  }

  /**
   * How long each figure is measured.
   *
   * @param warmup how long before
   * @param iterations how often
   * @param iteration how long each time
   */
  record Pace(Duration warmup, int iterations, Duration iteration) {

    /** JMH counts the warm-up in iterations; these are half a second each. */
    int warmups() {
      return (int) (warmup.toMillis() / WARMUP.toMillis());
    }

    static final Duration WARMUP = Duration.ofMillis(500);
  }

  static Plan parse(List<String> arguments) {
    Deque<String> rest = new ArrayDeque<>(arguments);
    BenchSet set = set(rest);
    boolean quick = false;
    Set<Kernel> kernels = EnumSet.noneOf(Kernel.class);
    Set<Column> columns = EnumSet.noneOf(Column.class);
    Path output = Path.of("bench", "results", set.page);
    while (!rest.isEmpty()) {
      String option = rest.pop();
      switch (option) {
        case "--quick" -> quick = true;
        case "--kernel" -> kernels.add(constant(set, Kernel.class, value(option, rest)));
        case "--column" -> columns.add(constant(set, Column.class, value(option, rest)));
        case "--output" -> output = Path.of(value(option, rest));
        default -> throw new IllegalArgumentException("unknown option " + option + "; " + USAGE);
      }
    }
    return new Plan(set, quick, orAll(kernels, Kernel.class), orAll(columns, Column.class), output);
  }

  /** Where the chart goes: beside the page. */
  Path chart() {
    String name = String.valueOf(output.getFileName()).replaceFirst("\\.md$", "");
    return output.resolveSibling(name + ".png");
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

  private static <E extends Enum<E>> E constant(BenchSet set, Class<E> type, String name) {
    String what = type.getSimpleName().toLowerCase(Locale.ROOT);
    if (set != BenchSet.KERNELS) {
      throw new IllegalArgumentException("this set has no choice of " + what + "; " + USAGE);
    }
    return EnumSet.allOf(type).stream()
        .filter(constant -> constant.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + what + " is called " + name));
  }

  private static <E extends Enum<E>> Set<E> orAll(Set<E> chosen, Class<E> type) {
    return chosen.isEmpty() ? EnumSet.allOf(type) : chosen;
  }

  /**
   * How often all is measured, each time in fresh processes, so that a slow minute hits every
   * column.
   */
  int rounds() {
    return quick ? 1 : 5;
  }

  /**
   * Whether a kernel is measured in a column. A quick run of everything leaves programs out of the
   * columns that they take minutes in; to name a kernel or a column brings them back.
   */
  boolean measures(Kernel kernel, Column column) {
    boolean leftOut = quick && isWhole() && kernel.isProgram() && column.isSlowInPrograms();
    return column.runs(kernel) && !leftOut;
  }

  private boolean isWhole() {
    return kernels.containsAll(EnumSet.allOf(Kernel.class))
        && columns.containsAll(EnumSet.allOf(Column.class));
  }

  /** How often each sandbox starts. */
  int launches() {
    return quick ? 25 : 200;
  }

  /** For what compiles as it runs. */
  Pace pace() {
    return quick
        ? new Pace(Duration.ofMillis(1000), 3, Duration.ofMillis(200))
        : new Pace(Duration.ofSeconds(5), 3, Duration.ofSeconds(1));
  }

  /** For interpreters, of which nobody wants to know more than the order of magnitude. */
  Pace interpreterPace() {
    return quick ? new Pace(Duration.ofMillis(500), 3, Duration.ofMillis(150)) : pace();
  }

  /** For whole programs, whose large functions take the JIT compiler seconds. */
  Pace programPace() {
    return quick
        ? new Pace(Duration.ofSeconds(3), 3, Duration.ofMillis(200))
        : new Pace(Duration.ofSeconds(20), 3, Duration.ofSeconds(1));
  }

  /** For instances, whose making goes through much of Chicory before it is warm. */
  Pace startPace() {
    return new Pace(Duration.ofSeconds(quick ? 6 : 10), 3, Duration.ofMillis(quick ? 300 : 1000));
  }

  /** For host calls, which are few classes and soon warm. */
  Pace shimPace() {
    return new Pace(Duration.ofSeconds(5), 3, Duration.ofSeconds(1));
  }

  /** For requests, over which client and script get warm slowly. */
  Pace netPace() {
    return new Pace(Duration.ofSeconds(quick ? 10 : 15), 5, Duration.ofSeconds(1));
  }

  /** For how long a tool works before it is measured. */
  Duration toolWarmUp() {
    return Duration.ofSeconds(quick ? 4 : 20);
  }

  /** For how long a tool makes a small call before one is measured. */
  Duration toolStartWarmUp() {
    return Duration.ofSeconds(quick ? 1 : 5);
  }

  /** How often each of a tool's calls, and its counterpart's, are measured. */
  int toolCalls() {
    return quick ? 5 : 21;
  }

  /** For what V8 and a C compiler made. */
  Pace nativePace() {
    return quick
        ? new Pace(Duration.ofMillis(200), 3, Duration.ofMillis(100))
        : new Pace(Duration.ofSeconds(1), 3, Duration.ofMillis(500));
  }
}
