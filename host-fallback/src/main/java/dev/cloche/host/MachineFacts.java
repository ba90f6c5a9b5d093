package dev.cloche.host;

import dev.cloche.host.seccomp.Arch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a launch depends on and a plan cannot know by itself: found once, by {@link Machine}.
 *
 * @param programs where the programs are, absolute
 * @param root whether this JVM runs as uid 0, and has to give that up
 * @param arch whose system calls there are
 * @param rootLinks names in {@code /} that are links into {@code /usr}, and their targets
 * @param rootDirectories names in {@code /} that are directories of the system, on machines where
 *     {@code /usr} does not hold all
 * @param maskedProc files of {@code /proc} that exist here and tell about the host
 */
record MachineFacts(
    Map<Program, String> programs,
    boolean root,
    Arch arch,
    Map<String, String> rootLinks,
    List<String> rootDirectories,
    List<String> maskedProc) {
  MachineFacts {
    programs = Map.copyOf(programs);
    rootLinks = Map.copyOf(rootLinks);
    rootDirectories = List.copyOf(rootDirectories);
    maskedProc = List.copyOf(maskedProc);
  }

  /** Returns the links of the root in a fixed order. */
  Map<String, String> sortedRootLinks() {
    return new TreeMap<>(rootLinks);
  }

  String path(Program program) {
    String path = programs.get(program);
    if (path == null) {
      throw new RefusedException(
          NativeRefusal.PROGRAM_MISSING,
          "%s is not installed; on Debian and Ubuntu: apt-get install %s"
              .formatted(program.command(), program.debianPackage()));
    }
    return path;
  }
}
