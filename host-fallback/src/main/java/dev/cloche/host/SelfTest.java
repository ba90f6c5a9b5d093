package dev.cloche.host;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs the sandbox as it will be run, and reads what the kernel says of a process in it. A sandbox
 * that came up without one of its walls is none.
 */
final class SelfTest {
  private static final long WORKSPACE_BYTES = 1 << 20;

  /** What {@code /proc/self/status} has to say: proc(5). */
  private static final Map<String, String> EXPECTED =
      Map.of(
          "NoNewPrivs", "1",
          "Seccomp", "2",
          "CapEff", "0000000000000000",
          "CapPrm", "0000000000000000",
          "CapBnd", "0000000000000000",
          "Uid", "1000\t1000\t1000\t1000");

  private SelfTest() {}

  /**
   * Runs it.
   *
   * @throws RefusedException if a wall is missing; the ground is given up then
   */
  static void require(Ground ground) throws IOException {
    boolean passed = false;
    try {
      check(run(ground));
      passed = true;
    } finally {
      if (!passed) {
        ground.close();
      }
    }
  }

  private static NativeResult run(Ground ground) throws IOException {
    try (Workspace workspace = Workspace.inMemory(new WorkspaceLimits(WORKSPACE_BYTES, 10, 2));
        Sandbox sandbox = Sandbox.open(ground, workspace)) {
      return sandbox.run(
          Job.of(
              NativeCommand.of("cat", "/proc/self/status"),
              NativeLimits.defaults(),
              NativeNetwork.none()),
          new RunningCommand());
    }
  }

  private static void check(NativeResult result) {
    if (!result.ending().equals(new NativeEnding.Exited(0))) {
      throw new RefusedException(
          NativeRefusal.SANDBOX_UNUSABLE,
          "the sandbox does not run here: %s; %s"
              .formatted(Text.quote(result.stderr().text().strip()), NamespaceHints.hint()));
    }
    Map<String, String> status = status(result.stdout().text());
    List<String> wrong =
        EXPECTED.keySet().stream()
            .filter(key -> !EXPECTED.get(key).equals(status.get(key)))
            .sorted()
            .toList();
    if (!wrong.isEmpty()) {
      throw new RefusedException(
          NativeRefusal.SANDBOX_UNUSABLE,
          "the sandbox came up without all of its walls: " + String.join(", ", wrong));
    }
  }

  private static Map<String, String> status(String text) {
    return text.lines()
        .map(line -> line.split(":\t", 2))
        .filter(fields -> fields.length == 2)
        .collect(Collectors.toMap(fields -> fields[0], fields -> fields[1], (one, other) -> one));
  }
}
