package dev.cloche.host;

import java.util.List;

/** What directories of the host may be shown in a sandbox. */
final class ReadableRoots {
  /** Below these the sandbox has its own, or they would give the host away. */
  private static final List<String> TAKEN =
      List.of("/proc", "/dev", "/sys", "/etc", "/tmp", "/run", "/root", "/home", "/workspace");

  private ReadableRoots() {}

  /**
   * Checks the form of a path; {@link Machine} checks what is there.
   *
   * @throws RefusedException if it is not absolute and plain, or in a place that is taken
   */
  static void requireSafe(String root) {
    if (!root.matches("(/[^/\\x00-\\x1f]+)+") || (root + "/").matches(".*/\\.{1,2}/.*")) {
      throw new RefusedException(
          NativeRefusal.READABLE_ROOT,
          "the readable root %s is not an absolute path without dots".formatted(Text.quote(root)));
    }
    for (String taken : TAKEN) {
      if (root.equals(taken) || root.startsWith(taken + "/")) {
        throw new RefusedException(
            NativeRefusal.READABLE_ROOT,
            "the readable root %s lies in %s, which is the sandbox's own"
                .formatted(Text.quote(root), taken));
      }
    }
  }
}
