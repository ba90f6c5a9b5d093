package dev.cloche;

import java.time.Duration;
import java.util.Objects;

/**
 * What a call used.
 *
 * <p>{@code fuel}, {@code memoryBytes}, {@code growthsRefused}, the byte counts and {@code
 * hostCalls} are the same for every run of a deterministic call, interpreted or compiled; {@code
 * wall} is not.
 *
 * @param fuel units of the fuel schedule (docs/fuel.md): executed instructions and host work
 * @param wall time from the start of the guest to its end
 * @param memoryBytes linear memory at its largest
 * @param growthsRefused how often {@code memory.grow} was refused: a guest that fails afterwards
 *     most likely lacked memory
 * @param stdoutBytes bytes written to standard output
 * @param stderrBytes bytes written to standard error
 * @param hostCalls calls of host functions
 */
public record Usage(
    long fuel,
    Duration wall,
    long memoryBytes,
    long growthsRefused,
    long stdoutBytes,
    long stderrBytes,
    long hostCalls) {

  /** The usage of a call that never started. */
  public static final Usage NONE = new Usage(0, Duration.ZERO, 0, 0, 0, 0, 0);

  public Usage {
    Objects.requireNonNull(wall, "wall");
  }
}
