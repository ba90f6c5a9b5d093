package dev.cloche.host;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A control group, or the groups of one name in all hierarchies of version 1: what holds the
 * processes in it together, whatever they become.
 *
 * <p>Used by one thread at a time.
 */
interface ControlGroup {
  /** Makes a group in this one. */
  ControlGroup child(String name) throws IOException;

  /**
   * Sets limits, and reads them back: what the kernel does not hold to is not a limit.
   *
   * @throws IOException also if a limit is not there afterwards
   */
  void limit(long memoryBytes, int processes, int cpuPercent) throws IOException;

  /** Returns the files that a process writes 0 to, to be in this group. */
  List<String> doors();

  /** Tells whether no process is in the group, nor in one below. */
  boolean isEmpty() throws IOException;

  /** Kills every process in the group once; some may be born meanwhile. */
  void kill() throws IOException;

  /**
   * Returns the file that kills all of the group, and of those below, when 1 is written to it;
   * empty where the kernel has none.
   */
  Optional<String> killSwitch();

  /** Returns what was used since the group was made. */
  GroupUsage usage() throws IOException;

  /**
   * Removes the group, which has to be empty; one that the kernel keeps has no processes, and costs
   * some memory.
   */
  void remove();
}
