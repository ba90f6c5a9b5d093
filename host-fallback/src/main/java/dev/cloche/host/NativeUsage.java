package dev.cloche.host;

import java.time.Duration;
import java.util.Objects;

/**
 * What a native command used.
 *
 * @param wall time from its dispatch to the end of its last process
 * @param cpu processor time of all its processes; zero without control groups
 * @param peakMemoryBytes memory at its largest, files in memory included; 0 without control groups
 * @param peakProcesses processes and threads at their most; 0 if the kernel does not tell
 * @param stdoutBytes bytes of standard output that were kept
 * @param stderrBytes bytes of standard error that were kept
 * @param memoryKills processes that the kernel ended for lack of memory
 * @param forksRefused how often a process was not made, because there were enough
 */
public record NativeUsage(
    Duration wall,
    Duration cpu,
    long peakMemoryBytes,
    long peakProcesses,
    long stdoutBytes,
    long stderrBytes,
    long memoryKills,
    long forksRefused) {
  /** The usage of a command that never started. */
  public static final NativeUsage NONE =
      new NativeUsage(Duration.ZERO, Duration.ZERO, 0, 0, 0, 0, 0, 0);

  /** Checks that the times are there. */
  public NativeUsage {
    Objects.requireNonNull(wall, "wall");
    Objects.requireNonNull(cpu, "cpu");
  }
}
