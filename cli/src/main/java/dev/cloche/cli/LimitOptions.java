package dev.cloche.cli;

import dev.cloche.Limits;
import java.time.Duration;
import java.util.List;

/** The options that bound a call. */
final class LimitOptions {

  private static final OptionSpec FUEL =
      OptionSpec.value(
          "--fuel", "N", "Instructions at most, such as 500M (k, M, G; 5G by default).");

  private static final OptionSpec MEMORY =
      OptionSpec.value(
          "--memory",
          "SIZE",
          "Linear memory at most, such as 64Mi (Ki, Mi, Gi; 256Mi by default).");

  private static final OptionSpec WALL =
      OptionSpec.value(
          "--wall", "DURATION", "Time at most, such as 250ms (ms, s, m, h; 10s by default).");

  private static final OptionSpec OUTPUT =
      OptionSpec.value(
          "--output", "SIZE", "Output at most, both streams together (1Mi by default).");

  /** All of them. */
  static final List<OptionSpec> ALL = List.of(FUEL, MEMORY, WALL, OUTPUT);

  private LimitOptions() {}

  /**
   * Returns the limits asked for, and the defaults for the rest.
   *
   * @throws UsageException if one cannot be read or is out of its range
   */
  static Limits limits(Arguments arguments) {
    Limits.Builder builder = Limits.builder();
    arguments.value(FUEL).ifPresent(text -> builder.fuel(fuel(text)));
    arguments.value(WALL).ifPresent(text -> builder.wall(wall(text)));
    arguments.value(MEMORY).ifPresent(text -> builder.memoryBytes(memory(text)));
    arguments
        .value(OUTPUT)
        .ifPresent(text -> builder.outputBytes(size("--output", text, Limits.MAX_OUTPUT_BYTES)));
    return builder.build();
  }

  /** Returns one line that names all four limits. */
  static String describe(Limits limits) {
    return String.format(
        "--fuel %s --wall %s --memory %s --output %s",
        Count.format(limits.fuel()),
        WallTime.format(limits.wall()),
        ByteSize.format(limits.memoryBytes()),
        ByteSize.format(limits.outputBytes()));
  }

  private static long fuel(String text) {
    try {
      long units = Count.parse(text);
      requireAtMost("--fuel", text, units > Limits.MAX_FUEL, Count.format(Limits.MAX_FUEL));
      return units;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--fuel " + e.getMessage());
    }
  }

  private static Duration wall(String text) {
    try {
      Duration wall = WallTime.parse(text);
      requireAtMost(
          "--wall", text, wall.compareTo(Limits.MAX_WALL) > 0, WallTime.format(Limits.MAX_WALL));
      if (wall.isZero()) {
        throw new UsageException("--wall \"" + text + "\" is no time at all; write 1ms or more");
      }
      return wall;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--wall " + e.getMessage());
    }
  }

  private static long memory(String text) {
    long bytes = size("--memory", text, Limits.MAX_MEMORY_BYTES);
    long below = bytes - bytes % Limits.PAGE_BYTES;
    if (below != bytes) {
      throw new UsageException(
          String.format(
              "--memory \"%s\" is not a multiple of the 64Ki page; write %s or %s",
              text, ByteSize.format(below), ByteSize.format(below + Limits.PAGE_BYTES)));
    }
    return bytes;
  }

  private static long size(String option, String text, long max) {
    try {
      long bytes = ByteSize.parse(text);
      requireAtMost(option, text, bytes > max, ByteSize.format(max));
      return bytes;
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + " " + e.getMessage());
    }
  }

  private static void requireAtMost(String option, String text, boolean above, String max) {
    if (above) {
      throw new UsageException(
          option + " " + Printable.quote(text) + " is too large; write " + max + " or less");
    }
  }
}
