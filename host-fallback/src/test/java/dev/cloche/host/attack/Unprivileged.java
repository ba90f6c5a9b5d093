package dev.cloche.host.attack;

import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the attacks in a JVM of a user without any rights, and without control groups, and prints
 * one line for each.
 */
final class Unprivileged {
  /** What tells that an attack was held. */
  static final String HELD = "held ";

  private static final NativeLimits LIMITS =
      Arena.LIMITS.withMemoryBytes(256L << 20).withProcesses(64);

  private Unprivileged() {}

  /** Returns the class path of the tests. */
  static String classPath() {
    String ofTests = System.getProperty("surefire.test.class.path", "");
    return ofTests.isEmpty() ? System.getProperty("java.class.path") : ofTests;
  }

  static List<Attack> attacks() {
    List<Attack> all = new ArrayList<>(AttacksTest.attacks());
    all.addAll(ResourceAttacks.anywhere());
    all.addAll(ResourceAttacks.degraded());
    all.addAll(ResourceAttacks.endless());
    return all;
  }

  public static void main(String[] arguments) throws IOException {
    List<Attack> endless = ResourceAttacks.endless();
    try (Arena arena = Arena.open(true)) {
      Map<String, NativeResult> waited =
          arena.sideBySide(endless, LIMITS.withWall(Duration.ofSeconds(2)));
      for (Attack each : attacks()) {
        try {
          if (endless.contains(each)) {
            each.check(waited.get(each.id()));
          } else {
            arena.attack(each, LIMITS.withWall(Duration.ofSeconds(60)));
          }
          System.out.println(HELD + each.id());
        } catch (AssertionError failed) {
          System.out.println("failed " + failed.getMessage());
        }
      }
    }
    System.out.println("nothing is left over");
  }
}
