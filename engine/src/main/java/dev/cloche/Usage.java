package dev.cloche;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a call used.
 *
 * <p>{@code fuel}, {@code memoryBytes}, {@code growthsRefused}, the byte counts and {@code
 * hostCalls} are the same for every run of a deterministic call, interpreted or compiled; {@code
 * wall} is not.
 *
 * @param fuel units of the fuel schedule (docs/fuel.md): executed instructions and host work; 0 for
 *     a native command
 * @param wall time from the start of the guest to its end
 * @param memoryBytes linear memory at its largest; of a native command, memory of all its processes
 *     together, files in memory included
 * @param growthsRefused how often {@code memory.grow} was refused: a guest that fails afterwards
 *     most likely lacked memory
 * @param stdoutBytes bytes written to standard output
 * @param stderrBytes bytes written to standard error
 * @param hostCalls calls of host functions
 * @param command what a native command used beside that; empty for a module
 */
public record Usage(
    long fuel,
    Duration wall,
    long memoryBytes,
    long growthsRefused,
    long stdoutBytes,
    long stderrBytes,
    long hostCalls,
    Optional<CommandUsage> command) {

  /** The usage of a call that never started. */
  public static final Usage NONE = new Usage(0, Duration.ZERO, 0, 0, 0, 0, 0);

  public Usage {
    Objects.requireNonNull(wall, "wall");
    Objects.requireNonNull(command, "command");
  }

  /** The usage of a module's call. */
  public Usage(
      long fuel,
      Duration wall,
      long memoryBytes,
      long growthsRefused,
      long stdoutBytes,
      long stderrBytes,
      long hostCalls) {
    this(
        fuel,
        wall,
        memoryBytes,
        growthsRefused,
        stdoutBytes,
        stderrBytes,
        hostCalls,
        Optional.empty());
  }
}
