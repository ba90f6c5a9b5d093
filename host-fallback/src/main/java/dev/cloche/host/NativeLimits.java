package dev.cloche.host;

import java.time.Duration;
import java.util.Objects;

/**
 * What one native command may use at most. Every limit is finite.
 *
 * @param memoryBytes memory of all its processes together, files in memory included; 16 MiB to 1
 *     TiB
 * @param processes processes and threads at the same time, of which the sandbox itself takes 3; 8
 *     to 100,000
 * @param cpuPercent processor time for each 100 of wall time; 100 is one processor; 1 to 100,000
 * @param wall time from the dispatch of the command to its end; 1 ms to 24 hours
 * @param outputBytes standard output and standard error together; 0 to 1 GiB
 * @param fileBytes the largest single file it can write; 4 KiB to 1 TiB
 * @param temporaryBytes the size of {@code /tmp}, which the memory limit counts too; 4 KiB to 1 TiB
 */
public record NativeLimits(
    long memoryBytes,
    int processes,
    int cpuPercent,
    Duration wall,
    long outputBytes,
    long fileBytes,
    long temporaryBytes) {
  /** 512 MiB: a compiler, or an interpreter with real data. */
  public static final long DEFAULT_MEMORY_BYTES = 512L << 20;

  /** 64: a parallel build, and far from what a machine feels. */
  public static final int DEFAULT_PROCESSES = 64;

  /** 100: one processor. */
  public static final int DEFAULT_CPU_PERCENT = 100;

  /** 10 seconds: what a person or an agent waits for a tool before giving up on it. */
  public static final Duration DEFAULT_WALL = Duration.ofSeconds(10);

  /** 1 MiB: far more than a model reads, small enough to hold in memory. */
  public static final long DEFAULT_OUTPUT_BYTES = 1L << 20;

  /** 32 MiB: half of a default workspace, so that one runaway log does not fill it. */
  public static final long DEFAULT_FILE_BYTES = 32L << 20;

  /** 64 MiB. */
  public static final long DEFAULT_TEMPORARY_BYTES = 64L << 20;

  static final int LEAST_PROCESSES = 8;
  private static final long MIB = 1L << 20;
  static final long LEAST_MEMORY_BYTES = 16 * MIB;
  private static final long TIB = 1L << 40;
  static final long LEAST_FILE_BYTES = 4096;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public NativeLimits {
    Objects.requireNonNull(wall, "wall");
    requireRange("native memory limit", memoryBytes, LEAST_MEMORY_BYTES, TIB);
    requireRange("process limit", processes, LEAST_PROCESSES, 100_000);
    requireRange("cpu limit", cpuPercent, 1, 100_000);
    requireRange("native wall limit in ms", wall.toMillis(), 1, Duration.ofHours(24).toMillis());
    requireRange("native output limit", outputBytes, 0, 1L << 30);
    requireRange("native file limit", fileBytes, LEAST_FILE_BYTES, TIB);
    requireRange("native temporary limit", temporaryBytes, LEAST_FILE_BYTES, TIB);
  }

  /** Returns the limits that hold where the caller says nothing. */
  public static NativeLimits defaults() {
    return new NativeLimits(
        DEFAULT_MEMORY_BYTES,
        DEFAULT_PROCESSES,
        DEFAULT_CPU_PERCENT,
        DEFAULT_WALL,
        DEFAULT_OUTPUT_BYTES,
        DEFAULT_FILE_BYTES,
        DEFAULT_TEMPORARY_BYTES);
  }

  /** Returns these limits with another wall time. */
  public NativeLimits withWall(Duration other) {
    return new NativeLimits(
        memoryBytes, processes, cpuPercent, other, outputBytes, fileBytes, temporaryBytes);
  }

  /** Returns these limits with another memory limit, in bytes. */
  public NativeLimits withMemoryBytes(long other) {
    return new NativeLimits(
        other, processes, cpuPercent, wall, outputBytes, fileBytes, temporaryBytes);
  }

  /** Returns these limits with another number of processes. */
  public NativeLimits withProcesses(int other) {
    return new NativeLimits(
        memoryBytes, other, cpuPercent, wall, outputBytes, fileBytes, temporaryBytes);
  }

  /** Returns these limits with another share of processors, in percent of one. */
  public NativeLimits withCpuPercent(int other) {
    return new NativeLimits(
        memoryBytes, processes, other, wall, outputBytes, fileBytes, temporaryBytes);
  }

  /** Returns these limits with another output limit, in bytes. */
  public NativeLimits withOutputBytes(long other) {
    return new NativeLimits(
        memoryBytes, processes, cpuPercent, wall, other, fileBytes, temporaryBytes);
  }

  /** Returns these limits with another size for single files, in bytes. */
  public NativeLimits withFileBytes(long other) {
    return new NativeLimits(
        memoryBytes, processes, cpuPercent, wall, outputBytes, other, temporaryBytes);
  }

  /** Whether a control group that holds to these holds to the others as well, and the reverse. */
  boolean isSameForGroup(NativeLimits other) {
    return memoryBytes == other.memoryBytes
        && processes == other.processes
        && cpuPercent == other.cpuPercent;
  }

  private static void requireRange(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " " + value + " is not between " + least + " and " + most);
    }
  }
}
