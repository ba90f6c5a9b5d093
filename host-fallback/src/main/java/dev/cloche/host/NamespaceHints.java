package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What most often forbids user namespaces, and how to permit them. */
final class NamespaceHints {
  private NamespaceHints() {}

  /** Returns what to do, in one line. */
  static String hint() {
    List<String> hints = new ArrayList<>();
    if (is("user/max_user_namespaces", "0")) {
      hints.add("sysctl user.max_user_namespaces=10000");
    }
    if (is("kernel/unprivileged_userns_clone", "0")) {
      hints.add("sysctl kernel.unprivileged_userns_clone=1");
    }
    if (is("kernel/apparmor_restrict_unprivileged_userns", "1")) {
      hints.add(
          "an AppArmor profile that lets bwrap and unshare use userns, or sysctl"
              + " kernel.apparmor_restrict_unprivileged_userns=0");
    }
    if (Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"))) {
      hints.add(
          "in Docker or Podman --security-opt seccomp=unconfined --security-opt"
              + " systempaths=unconfined; in Kubernetes hostUsers: false, procMount: Unmasked");
    }
    return hints.isEmpty()
        ? "user namespaces, and /proc without masks, have to be permitted"
        : "try: " + String.join("; ", hints);
  }

  private static boolean is(String sysctl, String value) {
    try {
      return Files.readString(Path.of("/proc/sys", sysctl)).strip().equals(value);
    } catch (IOException unknownToThisKernel) {
      return false;
    }
  }
}
