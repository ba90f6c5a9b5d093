package dev.cloche.cli;

import dev.cloche.CodeCacheReport;
import dev.cloche.policy.ByteSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * What of the machine is neither Java nor the sandbox: the cache of compiled modules and the clock.
 *
 * @param cache what it holds; empty if it is not to be had
 * @param cacheText the same, or what to do about it, in words
 * @param now the time that this machine has
 * @param clockPlausible whether that is later than this build; if not, no certificate is valid yet
 */
record HostState(
    Optional<CodeCacheReport> cache, String cacheText, Instant now, boolean clockPlausible) {

  /**
   * Looks.
   *
   * @param cache where it would be, if anywhere
   * @throws IOException if this build is incomplete
   */
  static HostState of(Optional<Path> cache, Instant now) throws IOException {
    boolean plausible = now.isAfter(Version.timeOfBuild());
    if (cache.isEmpty()) {
      String none = "none, so each process compiles anew: set HOME, or CLOCHE_CACHE to a directory";
      return new HostState(Optional.empty(), none, now, plausible);
    }
    try {
      CodeCacheReport report = CodeCacheReport.of(cache.get());
      return new HostState(Optional.of(report), text(report), now, plausible);
    } catch (IOException unreadable) {
      String why = "not used, since it cannot be read: \"cloche cache\" names the directory";
      return new HostState(Optional.empty(), why, now, plausible);
    }
  }

  private static String text(CodeCacheReport report) {
    return "%d entries, %dMi of at most %s"
        .formatted(
            report.entries(), report.bytes() >> 20, ByteSize.format(CodeCacheReport.MAX_BYTES));
  }

  /** Returns in words what is to be said of the clock. */
  String clockText() {
    return clockPlausible
        ? now + ", of which guests see milliseconds"
        : now + ", which is before this build was made; certificates are not valid yet: set it";
  }
}
