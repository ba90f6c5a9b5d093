package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class PythonToolTest {

  private Session session;

  @BeforeEach
  void open() {
    session = PythonCalls.openSession(Limits.builder().wall(Duration.ofMinutes(5)).build());
  }

  @AfterEach
  void close() {
    session.close();
  }

  private Outcome.Completed python(String... arguments) {
    return PythonCalls.completed(session, arguments);
  }

  private String printed(String code) {
    Outcome.Completed end = python("-c", code);
    assertEquals("", end.stderr().text());
    assertEquals(0, end.exitStatus());
    return end.stdout().text();
  }

  private void write(String path, String text) {
    session.workspace().writeFile(path, text.getBytes(UTF_8));
  }

  private String read(String path) {
    return new String(session.workspace().readFile(path), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "import json; print(json.dumps({'a': [1, None, 'é']}, ensure_ascii=False))  | {\"a\": [1, null, \"é\"]}",
        "import re; print(re.sub(r'(\\w+)@(\\w+)', r'\\2 at \\1', 'me@home'))         | home at me",
        "import datetime as d; print(d.date(2024, 2, 28) + d.timedelta(2))          | 2024-03-01",
        "from decimal import *; getcontext().prec = 30; print(Decimal(1) / 7)       | 0.142857142857142857142857142857",
        "from fractions import Fraction; print(Fraction(3, 4) + Fraction(1, 4))     | 1",
        "import hashlib; print(hashlib.sha256(b'abc').hexdigest()[:16])             | ba7816bf8f01cfea",
        "import hashlib; print(hashlib.blake2b(b'abc').hexdigest()[:16])            | ba80a53f981c4d0d",
        "import zlib; print(zlib.decompress(zlib.compress(b'x' * 1000)) == b'x' * 1000) | True",
        "import bz2; print(len(bz2.decompress(bz2.compress(b'x' * 1000))))          | 1000",
        "import struct; print(struct.unpack('<Hq', struct.pack('<Hq', 7, -1)))      | (7, -1)",
        "import unicodedata; print(unicodedata.name('é'))                           | LATIN SMALL LETTER E WITH ACUTE",
        "import statistics; print(statistics.median([3, 1, 2]))                     | 2",
        "import xml.etree.ElementTree as E; print(E.fromstring('<a><b>x</b></a>').find('b').text) | x",
        "import heapq, bisect; print(heapq.nsmallest(2, [3, 1, 2]), bisect.bisect([1, 3], 2)) | [1, 2] 1",
        "import textwrap; print(textwrap.shorten('one two three', 9))               | one [...]",
        "import tomllib; print(tomllib.loads('a = [1]'))                            | {'a': [1]}",
        "import urllib.parse as u; print(u.urlsplit('https://a.b/c?d#e').netloc)    | a.b",
        "import string, secrets, uuid, gzip; print(len(str(uuid.uuid4())))          | 36",
        "print(2 ** 200 % 10 ** 9 + 7)                                              | 835301383",
        "print('日本'.encode('shift_jis').hex())                                     | 93fa967b",
        "print(f'{3.14159:.2f} {1e100} {0.1 + 0.2!r} {-0.0}')                       | 3.14 1e+100 0.30000000000000004 -0.0",
        "import sys; print(sys.version_info[:3], sys.platform, sys.getfilesystemencoding()) | (3, 11, 2) wasi utf-8",
        "import inspect, json; print(inspect.getsource(json.loads).split('(')[0])   | def loads",
      })
  void library_isThere(String code, String line) {
    assertEquals(line + "\n", printed(code));
  }

  @Test
  void code_ofEveryKind_runsAndSeesItsArguments() {
    String show = "import sys; print(sys.argv, __name__)";
    write("/dir/show.py", show);
    write("/app/__main__.py", show);
    assertEquals("['-c', 'a', '-V'] __main__\n", python("-c", show, "a", "-V").stdout().text());
    assertEquals("['dir/show.py', 'é'] __main__\n", python("dir/show.py", "é").stdout().text());
    assertEquals("['app', 'x'] __main__\n", python("app", "x").stdout().text());
    assertEquals("['/dir/show.py'] __main__\n", python("-m", "dir.show").stdout().text());
    assertEquals("['-', 'x'] __main__\n", fromStdin(show, "-", "x").stdout().text());
    assertEquals("[''] __main__\n", fromStdin(show).stdout().text());
  }

  private Outcome.Completed fromStdin(String stdin, String... arguments) {
    return PythonCalls.completed(session, Call.builder().arguments(arguments).stdin(stdin));
  }

  @Test
  void modules_ofTheLibrary_runAsPrograms() {
    assertEquals("[\n    1\n]\n", fromStdin("[1]", "-m", "json.tool").stdout().text());
    write("/a.py", "import os\n");
    assertEquals(0, python("-m", "tokenize", "a.py").exitStatus());
  }

  @ParameterizedTest
  @CsvSource({
    "import sys; sys.exit(7), 7",
    "exit(3), 3",
    "raise SystemExit('bye'), 1",
    "raise KeyboardInterrupt, 130",
    "1/0, 1",
    "syntax error, 1",
    "import atexit; atexit.register(exit), 0",
  })
  void exitStatus_isPythons(String code, int status) {
    assertEquals(status, python("-c", code).exitStatus());
  }

  @Test
  void options_areThoseOfCPython() {
    assertEquals("Python 3.11.2\n", python("-V").stdout().text());
    assertTrue(python("-h").stdout().text().startsWith("python FILE"));
    assertEquals("False\n", python("-uBOc", "assert 0; print(__debug__)").stdout().text());
    assertEquals(1, python("-Werror", "-c", "import warnings; warnings.warn('x')").exitStatus());
    assertEquals("1\n", python("-c", "print(1)", "-c").stdout().text());
    for (List<String> bad : List.of(List.of("-c"), List.of("--bogus"), List.of("missing.py"))) {
      assertEquals(2, python(bad.toArray(String[]::new)).exitStatus(), bad::toString);
    }
  }

  @Test
  void uncaughtException_isTracedToItsLine() {
    write("/lib/helper.py", "def half(x):\n    return x / 2\n");
    write("/lib/main.py", "import helper\n\nhelper.half('é')\n");

    Outcome.Completed end = python("lib/main.py");

    assertEquals(1, end.exitStatus());
    String trace = end.stderr().text();
    assertTrue(trace.contains("File \"lib/main.py\", line 3, in <module>"), trace);
    assertTrue(trace.contains("helper.half('é')"), trace);
    assertTrue(trace.contains("helper.py\", line 2, in half"), trace);
    assertTrue(trace.endsWith("unsupported operand type(s) for /: 'str' and 'int'\n"), trace);
  }

  @Test
  void files_ofTheWorkspace_areReadAndWritten() {
    write("/in/a.txt", "one\ntwo\n");
    String code =
        """
        import os, pathlib, shutil, tempfile
        p = pathlib.Path('in')
        print(sorted(os.listdir('/')), [f.name for f in p.iterdir()], p.joinpath('a.txt').stat().st_size)
        (p / 'b' / 'c').mkdir(parents=True)
        shutil.copy('in/a.txt', 'in/b/c/d.txt')
        print([str(f) for f in sorted(p.rglob('*.txt'))], os.getcwd())
        for line in open('in/a.txt'): print(line.rstrip()[::-1])
        os.rename('in/a.txt', 'in/z.txt'); os.remove('in/z.txt'); shutil.rmtree('in/b')
        with tempfile.NamedTemporaryFile('w+') as f:
            f.write('x'); f.seek(0); print(f.read(), os.path.exists(f.name))
        open('in/new.txt', 'a').write('é')
        """;
    assertEquals(
        "['in'] ['a.txt'] 8\n['in/a.txt', 'in/b/c/d.txt'] /\neno\nowt\nx True\n", printed(code));
    assertEquals("é", read("/in/new.txt"));
  }

  @Test
  void fileLeftOpen_isFlushedAtTheEnd() {
    write("/mod.py", "kept = open('/two', 'w')\nkept.write('2')\n");
    String code = "import mod; f = open('/one', 'w'); f.write('1'); g = [f]; g.append(g)";
    assertEquals("", printed(code));
    assertEquals("1", read("/one"));
    assertEquals("2", read("/two"));
    assertEquals(4, python("-c", code + "; import sys; sys.exit(4)").exitStatus());
    assertEquals("1", read("/one"));
  }

  @Test
  void end_runsFinalizersAndExitFunctions() {
    String code =
        "import atexit\nclass A:\n  def __del__(self): print('gone')\n"
            + "a = A(); atexit.register(print, 'exit')";
    assertEquals("exit\ngone\n", printed(code));
  }

  @Test
  void library_isNotToBeChanged() {
    String code = "open('/usr/lib/python3.11/json/__init__.py', 'w')";
    assertEquals(1, python("-c", code).exitStatus());
    assertEquals(
        "True\n", printed("import os; print(os.path.exists('/usr/lib/python3.11/os.py'))"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import subprocess; subprocess.run(['ls'])",
        "import os; os.system('ls')",
        "import os; os.fork()",
        "import socket",
        "import ssl",
        "import ctypes",
        "import js",
        "import threading; threading.Thread(target=print).start()",
      })
  void y1_whatIsNotThere_isAnException(String code) {
    Outcome.Completed end = python("-c", code);
    assertEquals(1, end.exitStatus());
    assertTrue(end.stderr().text().startsWith("Traceback"), end.stderr().text());
  }

  @Test
  void environment_andClock_areTheCalls() {
    String code = "import os, time; print(os.environ['NAME'], os.getenv('X'), time.time() > 1.7e9)";
    Call.Builder call = Call.builder().environment("NAME", "välue").arguments("-c", code);
    assertEquals("välue None True\n", PythonCalls.completed(session, call).stdout().text());
  }

  @Test
  void randomNumbers_areTheCalls_andTheSameForTheSameSeed() {
    String code = "import random, uuid, os; print(random.random(), uuid.uuid4(), os.urandom(4))";
    assertNotEquals(printed(code), printed(code));
    assertEquals(seeded(code, 1), seeded(code, 1));
    assertNotEquals(seeded(code, 1), seeded(code, 2));
  }

  private String seeded(String code, long seed) {
    Call.Builder call = Call.builder().seed(seed).arguments("-c", code);
    return PythonCalls.completed(session, call).stdout().text();
  }

  @Test
  void y3_nothingOfACall_isThereInTheNext() {
    String leak =
        "import sys, json, builtins, os; json.leak = builtins.leak = sys.leak = os.leak = 1; "
            + "sys.path.append('/x'); os.environ['LEAK'] = '1'; sys.modules['leak'] = sys; print(1)";
    String look =
        "import sys, json, builtins, os; print([hasattr(m, 'leak') for m in (sys, json, builtins, os)], "
            + "sys.path, 'LEAK' in os.environ, 'leak' in sys.modules)";
    assertEquals("1\n", printed(leak));
    assertEquals(
        "[False, False, False, False] ['', '/usr/lib/python3.11'] False False\n", printed(look));
  }

  @Test
  void call_ofTheSame_costsTheSame_andNoStart() {
    long first = python("-c", "print({'a', 'b'})").usage().fuel();
    assertEquals(first, python("-c", "print({'a', 'b'})").usage().fuel());
    assertTrue(first < 5_000_000, "starting takes hundreds of millions; this took " + first);
  }
}
