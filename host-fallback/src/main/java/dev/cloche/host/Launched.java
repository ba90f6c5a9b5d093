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
 * @param tree ends all its processes
 * @param files the files of this launch
 */
record Launched(
    Process process,
    StatusFile status,
    Optional<ControlGroup> group,
    KillTree tree,
    List<Path> files) {
  Launched {
    files = List.copyOf(files);
  }

  static Launched of(
      Process process, StatusFile status, Optional<ControlGroup> group, List<Path> files) {
    return new Launched(process, status, group, new KillTree(process, status, group), files);
  }

  /** Removes what was made for it; its processes are gone. */
  void remove() {
    tree.release();
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
