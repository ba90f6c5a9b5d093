package dev.cloche.cli;

import dev.cloche.Limits;
import dev.cloche.policy.ByteSize;
import dev.cloche.policy.Count;
import dev.cloche.policy.WallTime;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;

/** The options that bound a call. */
final class LimitOptions {

  private static final String FUEL = "--fuel";
  private static final String MEMORY = "--memory";
  static final String WALL = "--wall";
  private static final String OUTPUT = "--output";

  private LimitOptions() {}

  /** Adds all of them to a command. */
  static void addTo(CommandSpec command) {
    command
        .addOption(
            Options.value(
                FUEL, "N", "Instructions at most, such as 500M (k, M, G; 5G by default)."))
        .addOption(
            Options.value(
                MEMORY,
                "SIZE",
                "Linear memory at most, such as 64Mi (Ki, Mi, Gi; 256Mi by default)."));
    addTimeAndOutputTo(command);
  }

  /** Adds those that bound native commands too. */
  static void addTimeAndOutputTo(CommandSpec command) {
    command
        .addOption(
            Options.value(
                WALL, "DURATION", "Time at most, such as 250ms (ms, s, m, h; 10s by default)."))
        .addOption(
            Options.value(
                OUTPUT, "SIZE", "Output at most, both streams together (1Mi by default)."));
  }

  /**
   * Returns the limits asked for, and the defaults for the rest.
   *
   * @throws UsageException if one cannot be read or is out of its range
   */
  static Limits limits(Arguments arguments) {
    return given(arguments, Limits.builder());
  }

  /**
   * Returns limits with those asked for, where they are lower.
   *
   * @throws UsageException if one cannot be read or is out of its range
   */
  static Limits narrowed(Arguments arguments, Limits bounds) {
    return bounds.and(given(arguments, bounds.toBuilder()));
  }

  private static Limits given(Arguments arguments, Limits.Builder builder) {
    Options.given(arguments, FUEL).ifPresent(text -> builder.fuel(fuel(text)));
    Options.given(arguments, MEMORY).ifPresent(text -> builder.memoryBytes(memory(text)));
    return timeAndOutput(arguments, builder);
  }

  /**
   * Returns limits with the time and the output asked for.
   *
   * @throws UsageException if one cannot be read or is out of its range
   */
  static Limits timeAndOutput(Arguments arguments, Limits.Builder builder) {
    Options.given(arguments, WALL).ifPresent(text -> builder.wall(wall(text)));
    Options.given(arguments, OUTPUT)
        .ifPresent(text -> builder.outputBytes(size(OUTPUT, text, Limits.MAX_OUTPUT_BYTES)));
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
      requireAtMost(FUEL, text, units > Limits.MAX_FUEL, Count.format(Limits.MAX_FUEL));
      return units;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--fuel " + e.getMessage());
    }
  }

  private static Duration wall(String text) {
    try {
      Duration wall = WallTime.parse(text);
      requireAtMost(
          WALL, text, wall.compareTo(Limits.MAX_WALL) > 0, WallTime.format(Limits.MAX_WALL));
      if (wall.isZero()) {
        throw new UsageException("--wall \"" + text + "\" is no time at all; write 1ms or more");
      }
      return wall;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--wall " + e.getMessage());
    }
  }

  private static long memory(String text) {
    long bytes = size(MEMORY, text, Limits.MAX_MEMORY_BYTES);
    long below = bytes - bytes % Limits.PAGE_BYTES;
    if (below != bytes) {
      throw new UsageException(
          String.format(
              "--memory \"%s\" is not a multiple of the 64Ki page; write %s or %s",
              text, ByteSize.format(below), ByteSize.format(below + Limits.PAGE_BYTES)));
    }
    return bytes;
  }

  /** Returns the bytes of a size, at most {@code max}. */
  static long size(String option, String text, long max) {
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
