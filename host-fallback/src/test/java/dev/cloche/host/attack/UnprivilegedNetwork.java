package dev.cloche.host.attack;

import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRules;
import dev.cloche.host.NativeResult;
import java.io.IOException;
import java.util.List;

/** Goes through a forwarder in a JVM of a user without any rights, and prints what came. */
final class UnprivilegedNetwork {
  /** What is printed where all is well. */
  static final List<String> EXPECTED =
      List.of("GET /open/x", "GET /y", "000 403", "refused", "nothing is left over");

  private UnprivilegedNetwork() {}

  public static void main(String[] arguments) throws IOException {
    try (Arena arena = Arena.open(true)) {
      try (Town town = Town.open()) {
        print(
            town.bash(
                arena,
                """
                get http://web.test:WEB/open/x; get --noproxy '*' https://safe.test:SAFE/y
                code https://evil.test:SAFE/
                """));
        NativeResult without =
            town.run(
                arena,
                EgressRules.none(),
                EgressLimits.defaults(),
                Arena.LIMITS,
                "raw 127.0.0.1 3128 x");
        print(without.stdout().text().lines().toList());
      }
      arena.assertUntouched();
    }
    System.out.println("nothing is left over");
  }

  private static void print(List<String> lines) {
    lines.forEach(System.out::println);
  }
}
