package dev.cloche.cli;

import dev.cloche.Policy;
import dev.cloche.policy.PolicyMount;
import dev.cloche.workspace.Access;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the probe in the sandbox of native commands finds, if the sandbox is as it should be. */
record NativeTargets(Policy policy) {

  /** Where a command sees the workspace. */
  static final String WORKSPACE = "/workspace";

  private static final String BOTH = "read and write";
  private static final String READ = "read";
  private static final String NOTHING = "nothing";

  /** Of the host, whatever a policy says. */
  private static final List<String> HOST_PATHS =
      List.of("/root", "/home", "/sys", "/run", "/var", "/etc/shadow", "/etc/machine-id");

  /** None of them can be reached without a network. */
  private static final List<String> HOSTS =
      List.of(
          "127.0.0.1 port 22",
          "127.0.0.1 port 8080",
          "::1 port 22",
          "10.0.0.1 port 80",
          "169.254.169.254 port 80",
          "metadata.google.internal port 80",
          "example.org port 443");

  /** Made for every sandbox; more may be links into {@code /usr}. */
  private static final Set<String> SYSTEM =
      Set.of("/bin", "/sbin", "/usr", "/etc", "/dev", "/proc");

  private static final List<String> VARIABLES =
      List.of("PATH", "HOME", "LANG", "TMPDIR", "USER", "PWD");

  /** The probe itself, and what waits for it. */
  private static final Set<String> PROCESSES = Set.of("bash", "bwrap", "sh");

  /** Returns the paths that are tried by name, as a command sees them. */
  List<String> paths() {
    List<String> mounts =
        policy.workspace().mounts().stream()
            .map(PolicyMount::at)
            .map(NativeTargets::inside)
            .toList();
    return Stream.concat(mounts.stream(), HOST_PATHS.stream()).toList();
  }

  /** Returns the hosts that are tried, as host and port. */
  List<String> hosts() {
    return HOSTS.stream().flatMap(each -> List.of(each.split(" port ")).stream()).toList();
  }

  /** Returns what has to be found, also if the probe does not tell. */
  Map<String, String> expected() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("path " + WORKSPACE, BOTH);
    all.put("path /tmp", BOTH);
    policy
        .workspace()
        .mounts()
        .forEach(mount -> all.put("path " + inside(mount.at()), mode(mount)));
    HOST_PATHS.forEach(path -> all.put("path " + path, NOTHING));
    HOSTS.forEach(host -> all.put("host " + host, "denied"));
    all.put("interface lo", "present");
    VARIABLES.forEach(name -> all.put("variable " + name, "set"));
    policy.environment().keySet().forEach(name -> all.put("variable " + name, "set"));
    all.put("capabilities CapEff", "none");
    all.put("capabilities CapBnd", "none");
    return all;
  }

  /** Returns what may be found beside that. */
  String otherwise(String target) {
    String subject = target.substring(target.indexOf(' ') + 1);
    if (target.startsWith("path ") && (SYSTEM.contains(subject) || subject.startsWith("/lib"))) {
      return READ;
    }
    if (target.startsWith("variable ") && subject.toLowerCase(Locale.ROOT).endsWith("_proxy")) {
      return hasNetwork() ? "set" : NOTHING;
    }
    return target.startsWith("process ") && PROCESSES.contains(subject) ? "visible" : NOTHING;
  }

  /** Then programs are told of a proxy; the hosts that are tried are still none of a rule's. */
  private boolean hasNetwork() {
    return policy.network().rules().layers().stream().noneMatch(layer -> layer.allow().isEmpty());
  }

  private static String mode(PolicyMount mount) {
    return mount.mode() == Access.OVERLAY ? BOTH : READ;
  }

  static String inside(String path) {
    return path.equals("/") ? WORKSPACE : WORKSPACE + path;
  }
}
