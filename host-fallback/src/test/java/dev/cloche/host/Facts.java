package dev.cloche.host;

import dev.cloche.host.seccomp.Arch;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Machines that need not exist. */
final class Facts {
  private Facts() {}

  static Map<Program, String> programs() {
    Map<Program, String> programs = new EnumMap<>(Program.class);
    for (Program each : Program.values()) {
      programs.put(each, "/usr/bin/" + each.command());
    }
    return programs;
  }

  static MachineFacts debian(boolean root) {
    return new MachineFacts(
        programs(),
        root,
        Arch.X86_64,
        Map.of("/bin", "usr/bin", "/lib", "usr/lib", "/lib64", "usr/lib64", "/sbin", "usr/sbin"),
        List.of(),
        List.of("/proc/cmdline", "/proc/keys"));
  }

  static SandboxSpec spec() {
    return new SandboxSpec(
        4711,
        "/run/x/ws",
        "/run/x/etc",
        64001,
        NativeLimits.defaults(),
        List.of(),
        false,
        SandboxKind.PLAIN);
  }

  static LaunchFiles files() {
    return new LaunchFiles(
        "/run/x/status", "/run/x/filter", "/run/x/args", List.of("/g/memory/p", "/g/pids/p"));
  }
}
