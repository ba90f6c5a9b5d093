package dev.cloche.host;

import java.util.List;

/**
 * What holds for all native commands of a backend.
 *
 * @param readableRoots directories of the host that commands may read, beside {@code /usr}:
 *     absolute paths without symbolic links
 * @param degraded whether commands may run where there are no control groups: memory is then
 *     limited for each process alone, and processor time not at all
 */
public record NativeOptions(List<String> readableRoots, boolean degraded) {
  /** Copies the list. */
  public NativeOptions {
    readableRoots = List.copyOf(readableRoots);
  }

  /** Returns no readable roots, and no running with less than all limits. */
  public static NativeOptions defaults() {
    return new NativeOptions(List.of(), false);
  }
}
