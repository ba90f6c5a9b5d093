package dev.cloche.host;

import java.time.Duration;

/**
 * What the processes of a group used.
 *
 * @param cpu processor time
 * @param peakMemoryBytes memory at its largest, files in memory included
 * @param peakProcesses processes and threads at their most; 0 if the kernel does not tell
 * @param memoryKills how many processes the kernel ended for lack of memory
 * @param forksRefused how often a process was not made, because there were enough
 */
record GroupUsage(
    Duration cpu, long peakMemoryBytes, long peakProcesses, long memoryKills, long forksRefused) {
  static final GroupUsage UNKNOWN = new GroupUsage(Duration.ZERO, 0, 0, 0, 0);
}
