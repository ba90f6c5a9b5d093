package dev.cloche;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.Objects;

/**
 * What one call may use at most. Every limit is finite, also by default.
 *
 * <p>Immutable and thread-safe.
 *
 * @param fuel units of the fuel schedule, 0 to {@link #MAX_FUEL}
 * @param wall time from the start of the guest to its end, 1 ms to {@link #MAX_WALL}
 * @param memoryBytes linear memory, a multiple of the 64 KiB page, up to {@link #MAX_MEMORY_BYTES}
 * @param outputBytes standard output and standard error together, 0 to {@link #MAX_OUTPUT_BYTES}
 */
public record Limits(long fuel, Duration wall, long memoryBytes, long outputBytes) {

  /** 5 billion: about the work that {@link #DEFAULT_WALL} allows on a fast machine. */
  public static final long DEFAULT_FUEL = 5_000_000_000L;

  /** 10 seconds: what a person or an agent waits for a tool before giving up on it. */
  public static final Duration DEFAULT_WALL = Duration.ofSeconds(10);

  /** 256 MiB: room for an interpreter with real data, and several calls in a common heap. */
  public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

  /** 1 MiB: far more than a model reads, small enough to hold in memory. */
  public static final long DEFAULT_OUTPUT_BYTES = 1L << 20;

  /** The size of a WebAssembly page (WebAssembly 2.0, 4.2.8). */
  public static final long PAGE_BYTES = 65_536;

  /** 10^15: above any practical use, and far from overflow in the counters. */
  public static final long MAX_FUEL = 1_000_000_000_000_000L;

  /** 24 hours. */
  public static final Duration MAX_WALL = Duration.ofHours(24);

  /** 32,767 pages: a linear memory lives in one Java array. */
  public static final long MAX_MEMORY_BYTES = 32_767L * PAGE_BYTES;

  /** 1 GiB: captured output lives in one Java array. */
  public static final long MAX_OUTPUT_BYTES = 1L << 30;

  public Limits {
    Objects.requireNonNull(wall, "wall");
    requireRange("fuel limit", fuel, 0, MAX_FUEL);
    if (wall.compareTo(Duration.ofMillis(1)) < 0 || wall.compareTo(MAX_WALL) > 0) {
      throw new IllegalArgumentException(
          "wall limit " + wall + " is not between 1 ms and " + MAX_WALL.toHours() + " hours");
    }
    requireRange("memory limit", memoryBytes, 0, MAX_MEMORY_BYTES);
    if (memoryBytes % PAGE_BYTES != 0) {
      throw new IllegalArgumentException(
          "memory limit " + memoryBytes + " is not a multiple of the 64 KiB page");
    }
    requireRange("output limit", outputBytes, 0, MAX_OUTPUT_BYTES);
  }

  private static void requireRange(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " " + value + " is not between " + min + " and " + max);
    }
  }

  /** Returns the limits that hold where the caller says nothing. */
  public static Limits defaults() {
    return builder().build();
  }

  /** Returns a builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the lower of each. */
  public Limits and(Limits other) {
    return new Limits(
        Math.min(fuel, other.fuel),
        wall.compareTo(other.wall) <= 0 ? wall : other.wall,
        Math.min(memoryBytes, other.memoryBytes),
        Math.min(outputBytes, other.outputBytes));
  }

  /** Returns a builder that starts with these limits. */
  public Builder toBuilder() {
    return new Builder().fuel(fuel).wall(wall).memoryBytes(memoryBytes).outputBytes(outputBytes);
  }

  /** Collects limits; not thread-safe. Values are checked by {@link #build()}. */
  public static final class Builder {
    private long fuel = DEFAULT_FUEL;
    private Duration wall = DEFAULT_WALL;
    private long memoryBytes = DEFAULT_MEMORY_BYTES;
    private long outputBytes = DEFAULT_OUTPUT_BYTES;

    private Builder() {}

    /** Sets the fuel, in units of the schedule. */
    @CanIgnoreReturnValue
    public Builder fuel(long units) {
      this.fuel = units;
      return this;
    }

    /** Sets the time from the start of the guest to its end. */
    @CanIgnoreReturnValue
    public Builder wall(Duration limit) {
      this.wall = limit;
      return this;
    }

    /** Sets the largest linear memory, in bytes, a multiple of 64 KiB. */
    @CanIgnoreReturnValue
    public Builder memoryBytes(long bytes) {
      this.memoryBytes = bytes;
      return this;
    }

    /** Sets how many bytes the guest may write to its two output streams together. */
    @CanIgnoreReturnValue
    public Builder outputBytes(long bytes) {
      this.outputBytes = bytes;
      return this;
    }

    /**
     * Returns the limits.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public Limits build() {
      return new Limits(fuel, wall, memoryBytes, outputBytes);
    }
  }
}
