package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds where this process may make control groups: below its own, or in version 2 beside it, where
 * the group above was given to it (delegation) and holds no processes.
 */
final class GroupFinder {
  private final List<String> mountinfo;
  private final List<String> membership;

  /**
   * @param mountinfo the lines of {@code /proc/self/mountinfo}
   * @param membership the lines of {@code /proc/self/cgroup}
   */
  GroupFinder(List<String> mountinfo, List<String> membership) {
    this.mountinfo = List.copyOf(mountinfo);
    this.membership = List.copyOf(membership);
  }

  /** Reads what the kernel tells this process. */
  static GroupFinder ofThisProcess() throws IOException {
    Path self = Path.of("/proc/self");
    return new GroupFinder(
        Files.readAllLines(self.resolve("mountinfo")), Files.readAllLines(self.resolve("cgroup")));
  }

  /**
   * A mounted hierarchy.
   *
   * @param version 1 or 2
   * @param root the group that the mount shows as its root
   * @param point where it is mounted
   * @param options the options of the file system; in version 1 its controllers are among them
   */
  private record Hierarchy(int version, String root, String point, List<String> options) {}

  /**
   * Returns the group to make groups in.
   *
   * @throws RefusedException if there is none that can limit memory, processes and processor time
   */
  ControlGroup find() {
    Optional<Path> unified = own(2, "");
    if (unified.isPresent() && offers(unified.get(), GroupsV2.CONTROLLERS)) {
      return version2(unified.get());
    }
    Map<String, Path> directories = new HashMap<>();
    List<String> missing = new ArrayList<>();
    for (String controller : GroupsV1.CONTROLLERS) {
      Optional<Path> own = own(1, controller).filter(Files::isWritable);
      own.ifPresentOrElse(path -> directories.put(controller, path), () -> missing.add(controller));
    }
    if (!missing.isEmpty()) {
      throw refusal("no control group can be made for: " + String.join(", ", missing));
    }
    return new GroupsV1(directories, unified.filter(Files::isWritable));
  }

  private static RefusedException refusal(String what) {
    return new RefusedException(NativeRefusal.LIMITS_UNENFORCEABLE, what);
  }

  private static boolean offers(Path group, List<String> controllers) {
    try {
      String offered = GroupFiles.read(group, "cgroup.controllers");
      return List.of(offered.split("\\s+")).containsAll(controllers);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static ControlGroup version2(Path own) {
    for (Path candidate : candidates(own)) {
      try {
        GroupsV2.enable(candidate);
        return new GroupsV2(candidate);
      } catch (IOException notOurs) {
        // Read-only, not given to us, or with processes in it: the next one, or none.
      }
    }
    throw refusal(
        "this process may not make control groups: its own holds processes, and the one above was"
            + " not delegated to it");
  }

  /** The group itself serves as long as it has no processes, or is the root of all groups. */
  private static List<Path> candidates(Path own) {
    Path above = own.getParent();
    boolean delegated = above != null && Files.isWritable(above) && isFreeGroup(above);
    return delegated ? List.of(own, above) : List.of(own);
  }

  private static boolean isFreeGroup(Path group) {
    try {
      return Files.exists(group.resolve("cgroup.type"))
          && GroupFiles.read(group, "cgroup.procs").isEmpty();
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Returns this process's own group, as a directory that is there. */
  private Optional<Path> own(int version, String controller) {
    return hierarchies().stream()
        .filter(each -> each.version() == version)
        .filter(each -> version == 2 || each.options().contains(controller))
        .findFirst()
        .flatMap(each -> membership(version, controller).map(path -> directory(each, path)))
        .filter(Files::isDirectory);
  }

  private static Path directory(Hierarchy hierarchy, String group) {
    String root = hierarchy.root();
    String relative = group.startsWith(root) ? group.substring(root.length()) : group;
    return Path.of(hierarchy.point() + "/" + relative).normalize();
  }

  private Optional<String> membership(int version, String controller) {
    for (String line : membership) {
      String[] fields = line.split(":", 3);
      boolean same =
          version == 2 ? fields[1].isEmpty() : List.of(fields[1].split(",")).contains(controller);
      if (same) {
        return Optional.of(fields[2]);
      }
    }
    return Optional.empty();
  }

  private List<Hierarchy> hierarchies() {
    List<Hierarchy> found = new ArrayList<>();
    for (String line : mountinfo) {
      int dash = line.indexOf(" - ");
      String[] before = line.substring(0, dash).split(" ", -1);
      String[] after = line.substring(dash + 3).split(" ", -1);
      if (after[0].equals("cgroup") || after[0].equals("cgroup2")) {
        int version = after[0].equals("cgroup") ? 1 : 2;
        List<String> options = List.of(after[after.length - 1].split(","));
        found.add(new Hierarchy(version, before[3], before[4], options));
      }
    }
    return found;
  }
}
