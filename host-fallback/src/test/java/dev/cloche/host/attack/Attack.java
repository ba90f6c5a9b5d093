package dev.cloche.host.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeResult;
import java.util.List;

/**
 * One attack from inside a sandbox: a Perl program, whose lines {@link Inside#PRELUDE} prints, and
 * what they have to be. Permitted actions stand beside the forbidden ones, so that an attack which
 * fails since the program is wrong is found out.
 *
 * @param id its number in the list of attacks on the native backend, or its id in the catalogue
 * @param program what is run
 * @param expected a pattern for each line of output
 * @param ending a pattern for how it ends
 */
public record Attack(String id, String program, List<String> expected, String ending) {
  private static final String EXITED = "Exited\\[status=0\\]";

  /** An attack that ends by itself. */
  static Attack of(String id, String program, String... expected) {
    return new Attack(id, program, List.of(expected), EXITED);
  }

  /** An attack that is ended. */
  static Attack ending(String id, String ending, String program, String... expected) {
    return new Attack(id, program, List.of(expected), ending);
  }

  /** Compares what came with what had to. */
  void check(NativeResult result) {
    String out = result.stdout().text();
    String all = out + result.stderr().text() + result.usage();
    assertTrue(result.ending().toString().matches(ending), () -> id + ": " + result.ending() + all);
    List<String> lines = out.lines().toList();
    assertEquals(expected.size(), lines.size(), () -> id + ": " + all);
    for (int i = 0; i < expected.size(); i++) {
      String line = lines.get(i);
      String pattern = expected.get(i);
      assertTrue(line.matches(pattern), () -> id + ": \"" + line + "\" is not " + pattern);
    }
  }

  @Override
  public String toString() {
    return id;
  }
}
