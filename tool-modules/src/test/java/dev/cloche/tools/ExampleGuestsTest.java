package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The small guests that other tests rely on do what their names say. Those that never end, that
 * need all of memory, or that call what Chicory's own WASI lacks (rename) are left to the engine's
 * tests.
 */
class ExampleGuestsTest {

  @TempDir Path workspace;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello  |      | hello, world",
        "fib    | 20   | 6765",
        "sha256 | 1    | 9bc1b2a288b26af7257a36277ae3816a7d4f16e89c1e7e77d0a5c48bad62b360",
        "sleep  | 20   | awake",
      })
  void guest_printsItsLine(String name, String argument, String line) {
    Guest.Run run = argument == null ? run(name) : run(name, argument);

    assertEquals(line + "\n", run.stdout());
    assertEquals(0, run.status());
  }

  @Test
  void argsEnv_showsBoth() {
    assertEquals("arg 0: args-env\narg 1: x\nenv: GREETING=hello\n", run("args-env", "x").stdout());
  }

  @Test
  void cat_copiesStdin() {
    assertEquals("a\nb", Guest.example("cat").run(workspace, "a\nb").stdout());
  }

  @Test
  void exit_endsWithItsArgument() {
    assertEquals(7, run("exit", "7").status());
  }

  @Test
  void qsort_sameCount_sameSum() {
    assertEquals(run("qsort", "1000").stdout(), run("qsort", "1000").stdout());
  }

  @ParameterizedTest
  @ValueSource(strings = {"spin", "recurse", "memfill", "grow", "flood", "files"})
  void guest_forTheEnginesTests_isThere(String name) {
    assertFalse(Guest.example(name).module().exportSection().exportCount() == 0);
  }

  private Guest.Run run(String name, String... arguments) {
    return Guest.example(name).run(workspace, "", arguments);
  }
}
