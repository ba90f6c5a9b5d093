package dev.cloche.host;

import java.util.List;

/**
 * The files of one launch, absolute. They are opened before root is given up.
 *
 * @param status what bubblewrap reports to
 * @param filter the system call filter
 * @param arguments the arguments of bubblewrap
 * @param groups the {@code cgroup.procs} of the groups to join
 */
record LaunchFiles(String status, String filter, String arguments, List<String> groups) {
  LaunchFiles {
    groups = List.copyOf(groups);
  }
}
