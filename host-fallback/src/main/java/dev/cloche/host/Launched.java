package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A sandbox that was started, and what has to go when it ended.
 *
 * @param process what was started
 * @param status what bubblewrap reports to
 * @param group the control group; empty where there are none
 * @param limits what it was started with
 * @param files the files of this launch
 */
record Launched(
    Process process,
    StatusFile status,
    Optional<ControlGroup> group,
    NativeLimits limits,
    List<Path> files) {
  Launched {
    files = List.copyOf(files);
  }

  KillTree tree() {
    return new KillTree(process, status, group);
  }

  /** Removes what was made for it; its processes are gone. */
  void remove() {
    group.ifPresent(ControlGroup::remove);
    for (Path each : files) {
      try {
        Files.deleteIfExists(each);
      } catch (IOException kept) {
        // It goes with the directory of the session.
      }
    }
  }
}
