package dev.cloche.host;

import java.util.ArrayList;
import java.util.List;

/**
 * How the holder of a session is started: a process in a user, a mount and a network namespace of
 * its own, where the workspace is mounted. Commands enter these namespaces; the host does not see
 * the mount. The holder waits for its standard input to end, which happens at the latest when this
 * JVM is gone, and the workspace goes with it.
 */
final class HolderPlan {
  /** What the holder prints when the workspace is there. */
  static final String READY = "ready";

  private static final String JOIN_AND_GO = LaunchPlan.JOIN + "exec \"$@\"";

  private static final String HOLD =
      "\"$1\" -t tmpfs -o \"$2\" tmpfs \"$3\" || exit 1; echo " + READY + "; read -r end; exit 0";

  private HolderPlan() {}

  /**
   * Plans a holder.
   *
   * @param groups the {@code cgroup.procs} to join
   * @param workspace the directory to mount at
   * @param bytes what the workspace may hold; blocks are of 4 KiB
   * @param nodes how many files, directories and links
   */
  static List<String> argv(
      MachineFacts facts, int uid, List<String> groups, String workspace, long bytes, int nodes) {
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of(facts.path(Program.SH), "-c", JOIN_AND_GO, "sh"));
    argv.addAll(groups);
    argv.add("--");
    argv.addAll(List.of(facts.path(Program.PRLIMIT), "--core=1:1"));
    argv.addAll(LaunchPlan.identity(facts, uid));
    argv.addAll(
        List.of(facts.path(Program.UNSHARE), "--user", "--map-root-user", "--mount", "--net"));
    argv.addAll(List.of(facts.path(Program.SH), "-c", HOLD, "sh", facts.path(Program.MOUNT)));
    argv.add("size=%d,nr_inodes=%d,mode=0700,nosuid,nodev".formatted(bytes, nodes));
    argv.add(workspace);
    return argv;
  }
}
