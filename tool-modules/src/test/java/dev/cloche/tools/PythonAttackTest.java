package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.TrapKind;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hostile scripts, each of which ends in its outcome and leaves the session usable: attacks L1, L6,
 * L7 and L8 through an interpreter.
 */
@Tag("one-jdk")
class PythonAttackTest {

  /** Longer than any of this takes on a machine that does much else. */
  private static final Duration WALL = Duration.ofMinutes(5);

  private static final Limits SMALL = Limits.builder().fuel(100_000_000).wall(WALL).build();
  private static final Limits LARGE = Limits.builder().wall(WALL).build();

  private static Outcome run(String code) {
    return run(code, SMALL);
  }

  private static Outcome run(String code, Limits limits) {
    try (Session session = PythonCalls.openSession(limits)) {
      Outcome outcome = PythonCalls.call(session, Call.builder().arguments("-c", code));
      assertEquals("1\n", PythonCalls.completed(session, "-c", "print(1)").stdout().text());
      return outcome;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while True: pass",
        "import re; re.match('(a+)+$', 'a' * 40 + 'b')",
        "10 ** 10 ** 8",
        "sum(iter(int, 1))",
        "import hashlib; hashlib.pbkdf2_hmac('sha256', b'', b'', 10 ** 9)",
        "try:\n  while True: pass\nexcept BaseException: pass",
      })
  void l1_endlessWork_endsInFuel(String code) {
    Outcome.LimitExceeded end = assertInstanceOf(Outcome.LimitExceeded.class, run(code));
    assertEquals(LimitKind.FUEL, end.which());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "def f(): f()\\nf() | RecursionError",
        "x = []\\nfor _ in range(2000): x = [x]\\nprint(repr(x)) | RecursionError",
        "import json; json.loads('[' * 10 ** 5) | RecursionError",
        "import copy; x = []; x.append((x,)); f = lambda: copy.deepcopy(f2()); f2 = lambda: f(); f() | RecursionError",
        "eval('-' * 10 ** 5 + '1') | MemoryError",
        "'a' * 10 ** 9 | MemoryError",
        "'a' * 10 ** 10 | OverflowError",
        "bytearray(2 ** 31 - 10) | MemoryError",
        "int('9' * 10 ** 5) | ValueError",
        "import pickle; pickle.loads(b'cposix' + bytes([10]) + b'system' + bytes([10]) + b'.') | AttributeError",
        "import pickle; pickle.loads(b'\\x80\\x04\\x8e\\xff\\xff\\xff\\x7f\\x00\\x00\\x00\\x00') | OverflowError",
        "import marshal; marshal.loads(b'[' + b'\\xff' * 9) | ValueError",
      })
  void l6_deepAndLarge_isAnExceptionThatPythonHas(String code, String exception) {
    Outcome.Completed end =
        assertInstanceOf(Outcome.Completed.class, run(code.replace("\\n", "\n"), LARGE));
    assertEquals(1, end.exitStatus());
    String trace = end.stderr().text();
    assertTrue(trace.contains("\n" + exception) || trace.contains("." + exception), trace);
  }

  /** How deep it comes before its stack ends depends on what each level costs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "def f(): f()\nf()",
        "x = []\nfor _ in range(10 ** 5): x = [x]\nx == eval('x') or repr(x)",
      })
  void l7_recursionWithoutItsLimit_endsInStackMemoryOrFuel(String code) {
    Outcome end = run("import sys; sys.setrecursionlimit(10 ** 9)\n" + code);

    boolean isStack =
        end instanceof Outcome.Trapped trap
            && (trap.kind() == TrapKind.CALL_STACK_EXHAUSTED
                || trap.kind() == TrapKind.OUT_OF_BOUNDS_MEMORY);
    boolean isFuel = end instanceof Outcome.LimitExceeded limit && limit.which() == LimitKind.FUEL;
    boolean isMemory = end.stderr().text().contains("MemoryError");
    assertTrue(isStack || isFuel || isMemory, end.message());
  }

  @Test
  void l8_output_endsInItsLimit() {
    Outcome.LimitExceeded end =
        assertInstanceOf(Outcome.LimitExceeded.class, run("while True: print('x' * 1000)"));
    assertEquals(LimitKind.OUTPUT, end.which());
  }

  @Test
  void forgedBytecode_harmsTheGuestAlone() {
    String code =
        "import types\ndef f(): pass\n"
            + "f.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 50 + [83, 0]))\nf()";
    Outcome end = run(code);
    assertTrue(end instanceof Outcome.Trapped || end instanceof Outcome.Completed, end.message());
  }

  @Test
  void f20_archive_thatUnpacksToMuch_endsInTheQuota() {
    String code =
        """
        import zipfile, io
        z = zipfile.ZipFile('/b.zip', 'w', zipfile.ZIP_DEFLATED)
        z.writestr('../../out.txt', 'x'); z.writestr('/abs', 'y'); z.close()
        zipfile.ZipFile('/b.zip').extractall('/in')
        import os
        print(sorted(os.listdir('/in')), sorted(os.listdir('/')))
        """;
    Outcome.Completed end = assertInstanceOf(Outcome.Completed.class, run(code));
    assertEquals("['abs', 'out.txt'] ['b.zip', 'in']\n", end.stdout().text());
  }

  /** What a pickle makes runs in the guest that reads it; the host takes it for the bytes it is. */
  @Test
  void y4_pickleThatMakesAFile_isBytesToTheHost_andRunsOnlyInAGuestThatReadsIt() {
    String pickle = "cbuiltins\nopen\n(S'/made'\nS'w'\ntR.";
    String write = "import sys; sys.stdout.write(" + quoted(pickle) + ")";
    String read = "import pickle; pickle.loads(" + quoted(pickle) + ".encode())";
    try (Session session = PythonCalls.openSession()) {
      assertEquals(pickle, PythonCalls.completed(session, "-c", write).stdout().text());
      assertFalse(session.workspace().exists("/made"));

      assertEquals(0, PythonCalls.completed(session, "-c", read).exitStatus());
      assertTrue(session.workspace().exists("/made"));
    }
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\n", "\\n") + "\"";
  }

  @Test
  void moduleOfTheWorkspace_doesNotStandInForOneThatIsThere() {
    try (Session session = PythonCalls.openSession()) {
      session.workspace().writeFile("/json.py", "raise SystemExit(9)".getBytes(UTF_8));
      session.workspace().writeFile("/zipfile.py", "print('mine')".getBytes(UTF_8));
      assertEquals(
          "{}\n",
          PythonCalls.completed(session, "-c", "import json; print(json.dumps({}))")
              .stdout()
              .text());
      assertEquals(
          "mine\n", PythonCalls.completed(session, "-c", "import zipfile").stdout().text());
    }
  }
}
