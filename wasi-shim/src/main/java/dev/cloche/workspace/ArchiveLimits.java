package dev.cloche.workspace;

/**
 * How much may come out of an archive, beside what the quota of the workspace allows.
 *
 * @param bytes the bytes of all files together; at least 0
 * @param entries the members, of whatever kind; at least 0
 * @param ratio how many bytes may come out of one byte of the archive, once more than 1 MiB came
 *     out; at least 1
 */
public record ArchiveLimits(long bytes, int entries, int ratio) {
  /** 256 MiB: more than a default workspace holds. */
  public static final long DEFAULT_BYTES = 256L << 20;

  /** 100,000: more than a default workspace holds. */
  public static final int DEFAULT_ENTRIES = 100_000;

  /** 200: texts compress by 3 to 20, logs by up to 100; deflate ends at 1032. */
  public static final int DEFAULT_RATIO = 200;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public ArchiveLimits {
    if (bytes < 0 || entries < 0 || ratio < 1) {
      throw new IllegalArgumentException(
          "archive limits of %d bytes, %d entries and ratio %d are not at least 0, 0 and 1"
              .formatted(bytes, entries, ratio));
    }
  }

  /** Returns 256 MiB, 100,000 entries and a ratio of 200. */
  public static ArchiveLimits defaults() {
    return new ArchiveLimits(DEFAULT_BYTES, DEFAULT_ENTRIES, DEFAULT_RATIO);
  }
}
