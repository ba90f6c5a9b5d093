package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small guests that end by themselves do what their names say. */
@Tag("one-jdk")
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

  @Test
  void jumps_endWhereTheyAreToEnd() {
    assertEquals(
        """
        through frames: 7 after 3
        zero: 1
        passing: 3
        nested: 10
        out of a callback: 13
        numbers of all kinds: 2 2.5
        many: 14000
        """,
        run("jumps", "2000").stdout());
  }

  @Test
  void files_everyOperation_works() {
    String expected =
        Guest.example("files").run(workspace, "").stdout().replaceAll("(?m)^.*: ok$", "").strip();

    assertEquals("", expected, "steps that failed");
  }

  private Guest.Run run(String name, String... arguments) {
    return Guest.example(name).run(workspace, "", arguments);
  }
}
