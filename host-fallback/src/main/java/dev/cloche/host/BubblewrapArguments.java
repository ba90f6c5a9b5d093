package dev.cloche.host;

import dev.cloche.policy.NativeLease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The arguments of bubblewrap: what exists in the sandbox.
 *
 * <p><b>Invariants.</b> Every namespace is spelled out ({@code --unshare-all} quietly goes without
 * two of them). The workspace is the last mount, and no destination lies below a tree that a
 * command can write: bubblewrap before 0.12 follows links there, out onto the host
 * (CVE-2026-87766). What can be written has a size.
 */
final class BubblewrapArguments {
  /** Where a command sees the workspace. */
  static final String WORKSPACE = "/workspace";

  /** Room for semaphores and shared memory of interpreters. */
  private static final long SHM_BYTES = 16L << 20;

  /** Room for as many secrets as there can be, each in a page or two. */
  private static final long SECRETS_BYTES = 1L << 20;

  private static final List<String> NAMESPACES =
      List.of("user", "pid", "net", "ipc", "uts", "cgroup");

  private final MachineFacts facts;
  private final SandboxSpec spec;
  private final List<String> arguments = new ArrayList<>();

  BubblewrapArguments(MachineFacts facts, SandboxSpec spec) {
    this.facts = facts;
    this.spec = spec;
  }

  List<String> build(NativeCommand command) {
    namespaces();
    system();
    processes();
    devices();
    secrets();
    writable();
    add("--chdir", inside(command.directory()));
    add("--remount-ro", "/");
    variables(command.environment());
    return arguments;
  }

  private void add(String... more) {
    arguments.addAll(Arrays.asList(more));
  }

  private void namespaces() {
    NAMESPACES.stream()
        .filter(each -> !spec.kind().networked() || !each.equals("net"))
        .forEach(each -> add("--unshare-" + each));
    add("--disable-userns", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox");
    // A session of its own has no terminal to type into (CVE-2017-5226).
    add("--new-session", "--die-with-parent", "--cap-drop", "ALL", "--clearenv");
  }

  private void system() {
    add("--ro-bind", "/usr", "/usr");
    facts.sortedRootLinks().forEach((name, target) -> add("--symlink", target, name));
    facts.rootDirectories().forEach(each -> add("--ro-bind", each, each));
    for (String root : spec.readableRoots()) {
      ReadableRoots.requireSafe(root);
      add("--ro-bind", root, root);
    }
    add("--ro-bind", spec.etc(), "/etc");
  }

  private void processes() {
    add("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys");
    facts.maskedProc().forEach(each -> add("--ro-bind", "/dev/null", each));
  }

  private void devices() {
    add("--dev", "/dev", "--size", "" + SHM_BYTES, "--perms", "1777", "--tmpfs", "/dev/shm");
    add("--remount-ro", "/dev");
  }

  /** In memory, and of this sandbox alone; the shell that a command is handed to writes it. */
  private void secrets() {
    if (spec.kind().secrets()) {
      add("--size", "" + SECRETS_BYTES, "--perms", "0700", "--tmpfs", NativeLease.DIRECTORY);
    }
  }

  private void writable() {
    String size = "" + spec.limits().temporaryBytes();
    add("--size", size, "--perms", "1777", "--tmpfs", "/tmp");
    add("--bind", spec.workspace(), WORKSPACE);
  }

  private void variables(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", "/usr/local/bin:/usr/bin:/bin");
    all.put("HOME", WORKSPACE);
    all.put("LANG", "C.UTF-8");
    all.put("TMPDIR", "/tmp");
    all.put("USER", "sandbox");
    all.putAll(more);
    all.forEach((name, value) -> add("--setenv", name, value));
  }

  /** Returns where a command sees a directory of the workspace. */
  static String inside(String directory) {
    String relative = directory.startsWith("/") ? directory : "/" + directory;
    return relative.equals("/") ? WORKSPACE : WORKSPACE + relative;
  }
}
