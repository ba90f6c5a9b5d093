package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where groups may be made, on machines that are directories with the kernel's file names. */
class GroupFinderTest {
  @TempDir Path root;

  private Path directory(String path) throws IOException {
    return Files.createDirectories(root.resolve(path));
  }

  private String mount(String point, String type, String options, String shownRoot) {
    return "31 23 0:28 %s %s rw,relatime shared:1 - %s none rw,%s"
        .formatted(shownRoot, root.resolve(point), type, options);
  }

  private NativeRefusal refusal(GroupFinder finder) {
    return assertThrows(RefusedException.class, finder::find).reason();
  }

  @Test
  void version1_needsEachController() throws IOException {
    for (String each : List.of("memory/own", "pids", "cpu,cpuacct/x")) {
      assertTrue(Files.isDirectory(directory(each)));
    }
    List<String> mounts =
        List.of(
            mount("memory", "cgroup", "memory", "/"),
            mount("pids", "cgroup", "pids", "/"),
            mount("cpu,cpuacct", "cgroup", "cpu,cpuacct", "/"));
    List<String> membership = List.of("4:memory:/own", "3:pids:/", "2:cpu,cpuacct:/x");
    ControlGroup found = new GroupFinder(mounts, membership).find();
    assertInstanceOf(GroupsV1.class, found);
    assertEquals(
        List.of(
            root + "/cpu,cpuacct/x/cgroup.procs",
            root + "/memory/own/cgroup.procs",
            root + "/pids/cgroup.procs"),
        found.doors());
    assertEquals(
        NativeRefusal.LIMITS_UNENFORCEABLE,
        refusal(new GroupFinder(mounts.subList(1, 3), membership)));
  }

  @Test
  void version2_takesItsOwnGroup_whereItMayLimitWhatIsBelow() throws IOException {
    Path own = directory("unified/own");
    Files.writeString(own.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
    Files.writeString(own.resolve("cgroup.subtree_control"), "cpu memory pids\n");
    GroupFinder finder =
        new GroupFinder(List.of(mount("unified", "cgroup2", "x", "/")), List.of("0::/own"));
    assertEquals(List.of(own + "/cgroup.procs"), finder.find().doors());
  }

  /** A container shows its own group as the root of the mount. */
  @Test
  void theRootOfAMount_isTakenOffTheOwnPath() throws IOException {
    Path own = directory("unified/own");
    Files.writeString(own.resolve("cgroup.controllers"), "cpu memory pids\n");
    Files.writeString(own.resolve("cgroup.subtree_control"), "cpu memory pids\n");
    GroupFinder finder =
        new GroupFinder(
            List.of(mount("unified", "cgroup2", "x", "/docker/1")), List.of("0::/docker/1/own"));
    assertEquals(List.of(own + "/cgroup.procs"), finder.find().doors());
  }

  /** A unit with {@code Delegate=} and {@code DelegateSubgroup=}: the group above is ours. */
  @Test
  void version2_takesTheGroupAbove_whereThatWasDelegated() throws IOException {
    Path leaf = directory("unified/unit/engine");
    Path unit = leaf.getParent();
    Files.writeString(leaf.resolve("cgroup.controllers"), "cpu memory pids\n");
    Files.writeString(unit.resolve("cgroup.subtree_control"), "cpu memory pids\n");
    Files.writeString(unit.resolve("cgroup.type"), "domain\n");
    Files.writeString(unit.resolve("cgroup.procs"), "");
    GroupFinder finder =
        new GroupFinder(List.of(mount("unified", "cgroup2", "x", "/")), List.of("0::/unit/engine"));
    assertEquals(List.of(unit + "/cgroup.procs"), finder.find().doors());
    Files.writeString(unit.resolve("cgroup.procs"), "1\n");
    assertEquals(NativeRefusal.LIMITS_UNENFORCEABLE, refusal(finder));
  }

  @Test
  void withoutHierarchies_thereAreNoLimits() {
    assertEquals(
        NativeRefusal.LIMITS_UNENFORCEABLE,
        refusal(new GroupFinder(List.of(), List.of("0::/own"))));
  }

  /** Limits are read back: files that take everything and mean nothing are no kernel. */
  @Test
  void aLimitThatIsNotKept_isAnError() throws IOException {
    Path group = directory("g");
    for (String each : List.of("memory.max", "pids.max", "cpu.max")) {
      Files.writeString(group.resolve(each), "");
    }
    new GroupsV2(group).limit(16 << 20, 3, 50);
    assertEquals("16777216", Files.readString(group.resolve("memory.max")));
    assertEquals("50000 100000", Files.readString(group.resolve("cpu.max")));
    // What is longer than what was written stays behind it: no number, so no limit.
    Files.writeString(group.resolve("pids.max"), "max");
    assertThrows(IOException.class, () -> new GroupsV2(group).limit(16 << 20, 3, 50));
  }
}
