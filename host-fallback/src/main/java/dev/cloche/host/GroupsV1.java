package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A group in each hierarchy of version 1; and, on hybrid machines, in the one of version 2, which
 * has no controllers there but can kill all of a group at once.
 */
final class GroupsV1 implements ControlGroup {
  static final String MEMORY = "memory";
  static final String PIDS = "pids";
  static final String CPU = "cpu";
  static final String CPUACCT = "cpuacct";

  /** The controllers that limits need. */
  static final List<String> CONTROLLERS = List.of(MEMORY, PIDS, CPU, CPUACCT);

  private static final int PERIOD_MICROS = 100_000;

  private final Map<String, Path> directories;
  private final Optional<Path> unified;

  /** All of them; several controllers can have one. */
  private final Set<Path> all;

  /**
   * @param directories the group of each controller; two controllers may share one
   * @param unified the group in the hierarchy of version 2, on hybrid machines
   */
  GroupsV1(Map<String, Path> directories, Optional<Path> unified) {
    this.directories = new TreeMap<>(directories);
    this.unified = unified;
    this.all = new LinkedHashSet<>(this.directories.values());
    unified.ifPresent(all::add);
  }

  private Path directory(String controller) {
    Path directory = directories.get(controller);
    if (directory == null) {
      throw new IllegalStateException("no hierarchy for " + controller);
    }
    return directory;
  }

  @Override
  public ControlGroup child(String name) throws IOException {
    Map<String, Path> below = new TreeMap<>();
    directories.forEach((controller, each) -> below.put(controller, each.resolve(name)));
    GroupsV1 child = new GroupsV1(below, unified.map(each -> each.resolve(name)));
    boolean made = false;
    try {
      for (Path each : child.all) {
        Files.createDirectory(each);
      }
      made = true;
      return child;
    } finally {
      if (!made) {
        child.remove();
      }
    }
  }

  @Override
  public void limit(long memoryBytes, int processes, int cpuPercent) throws IOException {
    limitMemory(directory(MEMORY), memoryBytes);
    Path pids = directory(PIDS);
    GroupFiles.write(pids, "pids.max", "" + processes);
    GroupFiles.requireAtMost(pids, "pids.max", processes);
    long quota = (long) PERIOD_MICROS * cpuPercent / 100;
    Path cpu = directory(CPU);
    GroupFiles.write(cpu, "cpu.cfs_period_us", "" + PERIOD_MICROS);
    GroupFiles.write(cpu, "cpu.cfs_quota_us", "" + quota);
    GroupFiles.requireAtMost(cpu, "cpu.cfs_quota_us", quota);
  }

  /**
   * Memory alone may never have a larger limit than memory with swap: which comes first depends.
   */
  private static void limitMemory(Path memory, long bytes) throws IOException {
    String withSwap = "memory.memsw.limit_in_bytes";
    boolean swap = Files.exists(memory.resolve(withSwap));
    if (swap && GroupFiles.number(memory, withSwap) < bytes) {
      GroupFiles.write(memory, withSwap, "" + bytes);
    }
    GroupFiles.write(memory, "memory.limit_in_bytes", "" + bytes);
    if (swap) {
      GroupFiles.write(memory, withSwap, "" + bytes);
    }
    GroupFiles.requireAtMost(memory, "memory.limit_in_bytes", bytes);
  }

  @Override
  public List<String> doors() {
    List<String> doors = new ArrayList<>();
    all.forEach(each -> doors.add(each.resolve("cgroup.procs").toString()));
    return doors;
  }

  @Override
  public boolean isEmpty() throws IOException {
    for (Path each : all) {
      if (!GroupFiles.isWithoutProcesses(each)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void kill() throws IOException {
    if (unified.isPresent() && Files.exists(unified.get().resolve("cgroup.kill"))) {
      GroupFiles.write(unified.get(), "cgroup.kill", "1");
    } else {
      GroupFiles.killListed(directory(PIDS));
    }
  }

  @Override
  public Optional<String> killSwitch() {
    return unified
        .map(each -> each.resolve("cgroup.kill"))
        .filter(Files::exists)
        .map(Path::toString);
  }

  @Override
  public GroupUsage usage() throws IOException {
    return new GroupUsage(
        Duration.ofNanos(GroupFiles.number(directory(CPUACCT), "cpuacct.usage")),
        GroupFiles.number(directory(MEMORY), "memory.max_usage_in_bytes"),
        GroupFiles.number(directory(PIDS), "pids.peak"),
        GroupFiles.keyed(directory(MEMORY), "memory.oom_control", "oom_kill"),
        GroupFiles.keyed(directory(PIDS), "pids.events", "max"));
  }

  @Override
  public void remove() {
    all.forEach(GroupFiles::remove);
  }
}
