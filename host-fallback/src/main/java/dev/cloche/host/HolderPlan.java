package dev.cloche.host;

import java.util.ArrayList;
import java.util.List;

/**
 * How the holder of a session is started: a process in a user, a mount and a network namespace of
 * its own, where the workspace is mounted. Commands enter these namespaces; the host does not see
 * the mount. The holder waits for its standard input to end, which happens at the latest when this
 * JVM is gone, and the workspace goes with it.
 *
 * <p>Its last act is to kill the control group of the session. Bubblewrap ties itself to its parent
 * only after it has forked: a JVM that dies in between would leave a sandbox that nobody ends.
 */
final class HolderPlan {
  /** What the holder prints when the workspace is there. */
  static final String READY = "ready";

  /** The switch is opened before root is given up; a holder could not open it any more. */
  private static final String JOIN_AND_GO =
      "umask 022; k=$1; shift; "
          + LaunchPlan.JOIN
          + "[ -z \"$k\" ] || exec 6>\"$k\" || exit 125; exec \"$@\"";

  /** Mounts a file system for {@code /etc} and fills it; mounts the workspace; waits. */
  private static final String HOLD =
      "m=$1 c=$2 etc=$3 from=$4 options=$5 workspace=$6; "
          + "\"$m\" -t tmpfs -o size=8m,mode=0755,nosuid,nodev tmpfs \"$etc\" && "
          + "\"$c\" -R \"$from/.\" \"$etc\" && "
          + "\"$m\" -t tmpfs -o \"$options\" tmpfs \"$workspace\" || exit 1; "
          + "echo "
          + READY
          + "; read -r end; { echo 1 >&6; } 2>/dev/null; exit 0";

  private HolderPlan() {}

  /**
   * What a holder mounts.
   *
   * <p>Both are file systems of its own: of a directory that is only bound, {@code
   * /proc/self/mountinfo} in the sandbox would tell where it is on the host.
   *
   * @param etc the directory to mount what becomes {@code /etc} at
   * @param etcSource what to copy there
   * @param workspace the directory to mount the workspace at
   * @param bytes what the workspace may hold; blocks are of 4 KiB
   * @param nodes how many files, directories and links
   */
  record Mounts(String etc, String etcSource, String workspace, long bytes, int nodes) {}

  /**
   * Plans a holder.
   *
   * @param uid the user that it becomes where this JVM is root
   * @param groups the {@code cgroup.procs} to join
   * @param killSwitch the file that kills the group of the session; empty if there is none
   */
  static List<String> argv(
      MachineFacts facts, int uid, List<String> groups, String killSwitch, Mounts mounts) {
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of(facts.path(Program.SH), "-c", JOIN_AND_GO, "sh", killSwitch));
    argv.addAll(groups);
    argv.add("--");
    argv.addAll(List.of(facts.path(Program.PRLIMIT), "--core=1:1"));
    argv.addAll(LaunchPlan.identity(facts, uid));
    argv.addAll(
        List.of(facts.path(Program.UNSHARE), "--user", "--map-root-user", "--mount", "--net"));
    argv.addAll(List.of(facts.path(Program.SH), "-c", HOLD, "sh"));
    argv.addAll(List.of(facts.path(Program.MOUNT), facts.path(Program.CP)));
    argv.addAll(List.of(mounts.etc(), mounts.etcSource()));
    argv.add(
        "size=%d,nr_inodes=%d,mode=0700,nosuid,nodev".formatted(mounts.bytes(), mounts.nodes()));
    argv.add(mounts.workspace());
    return argv;
  }
}
