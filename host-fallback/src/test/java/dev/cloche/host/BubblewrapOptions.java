package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Arguments read as bubblewrap does; what it would not know is an error.
 *
 * @param names the options, in order
 * @param mounts what has a place inside
 */
record BubblewrapOptions(List<String> names, List<Mount> mounts) {

  private static final Set<String> ONE = Set.of("--tmpfs", "--dir", "--proc", "--dev", "--mqueue");
  private static final Set<String> TWO =
      Set.of(
          "--bind",
          "--ro-bind",
          "--dev-bind",
          "--bind-try",
          "--ro-bind-try",
          "--symlink",
          "--file",
          "--bind-data",
          "--ro-bind-data",
          "--setenv",
          "--chmod");
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--uid",
          "--gid",
          "--hostname",
          "--cap-drop",
          "--size",
          "--perms",
          "--chdir",
          "--seccomp",
          "--json-status-fd",
          "--remount-ro");

  /** An option with a place inside. */
  record Mount(String option, String destination) {}

  static BubblewrapOptions read(List<String> arguments) {
    List<String> names = new ArrayList<>();
    List<Mount> mounts = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      names.add(option);
      if (ONE.contains(option)) {
        mounts.add(new Mount(option, arguments.get(++i)));
      } else if (TWO.contains(option)) {
        i += 2;
        if (!option.equals("--setenv")) {
          mounts.add(new Mount(option, arguments.get(i)));
        }
      } else if (WITH_VALUE.contains(option)) {
        i++;
      } else {
        assertTrue(option.matches("--[a-z-]+"), "not an option: " + option);
      }
    }
    return new BubblewrapOptions(names, mounts);
  }

  /** Asserts that no mount lies below what a command can write to. */
  static void assertNoneBelowWritable(List<Mount> mounts) {
    for (Mount each : mounts) {
      for (String writable : List.of("/workspace/", "/tmp/", "/dev/shm/")) {
        assertFalse(each.destination().startsWith(writable), each.toString());
      }
    }
  }
}
