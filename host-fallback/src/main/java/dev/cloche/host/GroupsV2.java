package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A group of version 2. Processes are in the leaves only: groups hold groups or processes. */
final class GroupsV2 implements ControlGroup {
  /** The controllers that limits need. */
  static final List<String> CONTROLLERS = List.of("memory", "pids", "cpu");

  private static final int PERIOD_MICROS = 100_000;

  private final Path directory;

  GroupsV2(Path directory) {
    this.directory = directory;
  }

  /** Lets groups below be limited. */
  static void enable(Path directory) throws IOException {
    List<String> enabled =
        List.of(GroupFiles.read(directory, "cgroup.subtree_control").split("\\s+"));
    for (String each : CONTROLLERS) {
      if (!enabled.contains(each)) {
        GroupFiles.write(directory, "cgroup.subtree_control", "+" + each);
      }
    }
  }

  @Override
  public ControlGroup child(String name) throws IOException {
    enable(directory);
    return new GroupsV2(Files.createDirectory(directory.resolve(name)));
  }

  @Override
  public void limit(long memoryBytes, int processes, int cpuPercent) throws IOException {
    GroupFiles.write(directory, "memory.max", "" + memoryBytes);
    GroupFiles.requireAtMost(directory, "memory.max", memoryBytes);
    if (Files.exists(directory.resolve("memory.swap.max"))) {
      GroupFiles.write(directory, "memory.swap.max", "0");
    }
    GroupFiles.write(directory, "pids.max", "" + processes);
    GroupFiles.requireAtMost(directory, "pids.max", processes);
    String quota = (long) PERIOD_MICROS * cpuPercent / 100 + " " + PERIOD_MICROS;
    GroupFiles.write(directory, "cpu.max", quota);
    if (!GroupFiles.read(directory, "cpu.max").equals(quota)) {
      throw new IOException("the kernel does not hold to the quota in cpu.max");
    }
  }

  @Override
  public List<String> doors() {
    return List.of(directory.resolve("cgroup.procs").toString());
  }

  @Override
  public boolean isEmpty() throws IOException {
    return !Files.exists(directory)
        || GroupFiles.keyed(directory, "cgroup.events", "populated") == 0;
  }

  @Override
  public void kill() throws IOException {
    if (Files.exists(directory.resolve("cgroup.kill"))) {
      GroupFiles.write(directory, "cgroup.kill", "1");
    } else {
      GroupFiles.killListed(directory);
    }
  }

  @Override
  public Optional<String> killSwitch() {
    return Optional.of(directory.resolve("cgroup.kill")).filter(Files::exists).map(Path::toString);
  }

  @Override
  public GroupUsage usage() throws IOException {
    long micros = GroupFiles.keyed(directory, "cpu.stat", "usage_usec");
    return new GroupUsage(
        Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)),
        GroupFiles.number(directory, "memory.peak"),
        GroupFiles.number(directory, "pids.peak"),
        GroupFiles.keyed(directory, "memory.events", "oom_kill"),
        GroupFiles.keyed(directory, "pids.events", "max"));
  }

  @Override
  public void remove() {
    GroupFiles.remove(directory);
  }
}
