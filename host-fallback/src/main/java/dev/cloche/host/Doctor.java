package dev.cloche.host;

import dev.cloche.host.NativeReport.Capability;
import dev.cloche.host.NativeReport.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Looks at the machine piece by piece, and last runs the sandbox as a command would. */
final class Doctor {
  private static final String GROUPS_FIX =
      "under systemd run in a unit with Delegate=memory pids cpu, or with systemd-run --user --scope"
          + " -p Delegate=yes; in Docker --privileged, or --cgroupns=host with /sys/fs/cgroup"
          + " mounted writable; in Kubernetes a node agent or a runtime class that delegates cgroups";

  private static final String NO_NETWORK = "not installed; commands with network rules are refused";

  private final NativeOptions options;
  private final List<Capability> found = new ArrayList<>();

  Doctor(NativeOptions options) {
    this.options = options;
  }

  NativeReport examine() {
    try {
      MachineFacts facts = Machine.look();
      add("platform", State.FOUND, "Linux on " + facts.arch().id(), "");
      programs(facts);
    } catch (RefusedException unfit) {
      add("platform", State.MISSING, message(unfit), "use Linux on x86_64 or aarch64");
    }
    roots();
    groups();
    sandbox();
    return new NativeReport(found);
  }

  private void add(String id, State state, String what, String fix) {
    found.add(new Capability(id, state, what, fix));
  }

  private static String message(Exception fault) {
    String message = fault.getMessage();
    return message == null ? fault.getClass().getSimpleName() : message;
  }

  private void programs(MachineFacts facts) {
    for (Program each : Program.values()) {
      String path = facts.programs().get(each);
      String install = "apt-get install " + each.debianPackage();
      if (path == null && !each.isNeededByAll()) {
        add(each.command(), State.DEGRADED, NO_NETWORK, install);
        continue;
      }
      if (path == null) {
        add(each.command(), State.MISSING, "not installed", install);
        continue;
      }
      try {
        Machine.requireTrusted(each, path);
        String version = each == Program.BWRAP ? " " + requiredVersion(path) : "";
        add(each.command(), State.FOUND, path + version, "");
      } catch (RefusedException | IOException unsafe) {
        add(each.command(), State.MISSING, message(unsafe), install);
      }
    }
  }

  private static BubblewrapVersion requiredVersion(String path) throws IOException {
    BubblewrapVersion version = BubblewrapVersion.of(path);
    BubblewrapVersion.require(version);
    return version;
  }

  private void roots() {
    for (String root : options.readableRoots()) {
      try {
        Machine.requireRealRoot(root);
        add("readable-root", State.FOUND, root, "");
      } catch (RefusedException wrong) {
        add("readable-root", State.MISSING, message(wrong), "name another directory");
      }
    }
  }

  private void groups() {
    try {
      ControlGroup parent = GroupFinder.ofThisProcess().find();
      ControlGroup trial = parent.child("cloche-probe-" + ProcessHandle.current().pid());
      try {
        NativeLimits limits = NativeLimits.defaults();
        trial.limit(limits.memoryBytes(), limits.processes(), limits.cpuPercent());
        String version = trial instanceof GroupsV2 ? "version 2" : "version 1";
        add("control-groups", State.FOUND, version + ": memory, pids, cpu", "");
      } finally {
        trial.remove();
      }
    } catch (RefusedException | IOException missing) {
      State state = options.degraded() ? State.DEGRADED : State.MISSING;
      add("control-groups", state, message(missing), GROUPS_FIX);
    }
  }

  private void sandbox() {
    if (found.stream().anyMatch(each -> each.state() == State.MISSING)) {
      add("sandbox", State.UNKNOWN, "not run, since something it needs is missing", "");
      return;
    }
    try {
      Ground ground = Ground.lay(options);
      SelfTest.require(ground);
      ground.close();
      add("sandbox", State.FOUND, "runs, with all namespaces and the system call filter", "");
    } catch (RefusedException | IOException unusable) {
      add("sandbox", State.MISSING, message(unusable), NamespaceHints.hint());
    }
  }
}
