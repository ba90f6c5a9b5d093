package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class JsToolTest {

  @TempDir Path workspace;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "'text', 1, true, null, undefined | text 1 true null undefined",
        "-0, 1.5, 10n, NaN                | -0 1.5 10n NaN",
        "[1, 'a', [2]]                    | [1, 'a', [2]]",
        "{ a: { b: 1 }, 'c-d': 'x' }      | { a: { b: 1 }, 'c-d': 'x' }",
        "new Map([[1, { a: 2 }]])         | Map(1) { 1 => { a: 2 } }",
        "new Set(['x'])                   | Set(1) { 'x' }",
        "[, 1]                            | [<empty>, 1]",
        "new Uint8Array([1, 2])           | Uint8Array(2) [1, 2]",
        "new Date(0)                      | 1970-01-01T00:00:00.000Z",
        "{ get x() { throw 1 } }          | { x: [Getter] }",
        "(o => o.me = o)({})              | { me: [Circular] }",
        "{a:{b:{c:{d:{e:{f:1}}}}}}        | { a: { b: { c: { d: { e: [Object] } } } } }",
        "class A {}, function f() {}      | [class A] [Function: f]",
        "'%s has %d and %j', 'x', 2, {}   | x has 2 and {}",
        "'100%'                           | 100%",
        "'h\u00e9 \u20ac \ud83d\ude00'    | h\u00e9 \u20ac \ud83d\ude00",
        "(2.5).toFixed(0), 0.1 + 0.2      | 3 0.30000000000000004",
      })
  void consoleLog_value_isReadable(String values, String line) {
    assertEquals(line + "\n", js("-e", "console.log(" + values + ")").stdout());
  }

  @Test
  void consoleError_goesToStderr() {
    Guest.Run run = js("-e", "console.error('bad'); console.log('good')");

    assertEquals("good\n", run.stdout());
    assertEquals("bad\n", run.stderr());
  }

  @Test
  void arguments_reachTheScript() {
    assertEquals(
        "[ '<eval>', 'a', '-e' ] [ 'a', '-e' ]".replace("[ ", "[").replace(" ]", "]") + "\n",
        js("-e", "print(scriptArgs, args)", "a", "-e").stdout());
  }

  @Test
  void script_fromStdin_runs() {
    assertEquals("6\n", Guest.tool("js").run(workspace, "print(2 * 3)").stdout());
    assertEquals("x\n", Guest.tool("js").run(workspace, "print(args[0])", "-", "x").stdout());
  }

  @Test
  void resultOption_printsTheLastExpression() {
    assertEquals("[1, 4, 9]\n", js("-p", "[1, 2, 3].map(n => n * n)").stdout());
  }

  @Test
  void endlessRecursion_isAnErrorThatCanBeCaught() {
    Guest.Run run =
        js(
            "-e",
            "function f() { return f() + 1 } try { f() } catch (e) { print(e.name, e.message) }");

    assertEquals("InternalError stack overflow\n", run.stdout());
    assertEquals(0, run.status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(function f() { f() })()",
        "JSON.parse('['.repeat(1e6))",
        "eval('('.repeat(1e6))",
        "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; String(a)",
        "let p = new Proxy({}, { get: (t, k, self) => self[k] }); p.x",
        "new RegExp('(?:'.repeat(1e6))",
      })
  void endlessNesting_isReported(String script) {
    Guest.Run run = js("-e", script);

    assertEquals(1, run.status());
    assertTrue(run.stderr().startsWith("Uncaught "), run::stderr);
    assertTrue(run.stderr().contains("stack overflow"), run::stderr);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "let x = ;                              | Uncaught SyntaxError: unexpected token in expression: ';'",
        "null.x                                 | Uncaught TypeError: cannot read property 'x' of null",
        "throw { code: 7 }                      | Uncaught { code: 7 }",
        "Promise.reject(new RangeError('far'))  | Uncaught RangeError: far",
        "setTimeout(() => nope, 1)              | Uncaught ReferenceError: 'nope' is not defined",
        "await new Promise(() => {})            | js: <eval>: nothing is left to run, but a top-level await is still pending",
      })
  void uncaughtError_isReportedWithStatusOne(String script, String firstLine) {
    Guest.Run run = js("-e", script);

    assertEquals(firstLine, run.stderr().lines().findFirst().orElseThrow());
    assertEquals(1, run.status());
  }

  @Test
  void uncaughtError_inAFile_namesFileAndLine() throws IOException {
    write("fail.js", "\n\nfunction g() { throw new Error('boom') }\ng()\n");

    assertEquals(
        "Uncaught Error: boom\n    at g (/fail.js:3:31)\n    at <eval> (/fail.js:4:2)\n",
        js("/fail.js").stderr());
  }

  @Test
  void rejection_handledLater_isFine() {
    Guest.Run run = js("-e", "const p = Promise.reject(1); p.catch(e => print('caught', e))");

    assertEquals("caught 1\n", run.stdout());
    assertEquals(0, run.status());
  }

  @Test
  void exit_endsWithItsStatus() {
    Guest.Run run = js("-e", "print('a'); std.exit(42); print('b')");

    assertEquals("a\n", run.stdout());
    assertEquals(42, run.status());
  }

  @ParameterizedTest
  @CsvSource({
    "-x, js: -x: unknown option; js -h shows the usage",
    "-e, js: -e: the code is missing",
    "/no.js, js: /no.js: No such file or directory"
  })
  void badUsage_hasStatusTwo(String argument, String message) {
    Guest.Run run = js(argument);

    assertEquals(message + "\n", run.stderr());
    assertEquals(2, run.status());
  }

  @Test
  void help_isTheManifestsUsage() {
    String usage = String.join("\n", BundledTools.find("js").orElseThrow().manifest().usage());

    assertEquals(usage + "\n", js("-h").stdout());
  }

  @Test
  void timers_runInTheOrderOfTheirTimes() {
    String script =
        """
        let n = 0;
        const every = setInterval(() => { print('tick', ++n); if (n === 2) clearInterval(every); }, 20_000);
        setTimeout((a, b) => print(a + b), 10, 1, 2);
        clearTimeout(setTimeout(() => print('never'), 1));
        Promise.resolve().then(() => print('job'));
        print('now');
        """;

    assertEquals("now\njob\n3\ntick 1\ntick 2\n", js("-e", script).stdout());
  }

  @Test
  void modules_importRelativeToTheImportingFile() throws IOException {
    write(
        "app/main.mjs",
        "import { twice } from './lib/twice.js'; print(await twice(21), import.meta.main);");
    write(
        "app/lib/twice.js",
        "import two from '../two.js'; export const twice = async n => n * two;");
    write("app/two.js", "export default 2;");

    assertEquals("42 true\n", js("/app/main.mjs").stdout());
    assertEquals("2\n", js("-e", "print((await import('./app/two.js')).default)").stdout());
  }

  @Test
  void modules_notFound_saysWhatCanBeImported() throws IOException {
    write("a.mjs", "import pad from 'left-pad';");

    assertEquals(
        "Uncaught ReferenceError: cannot import \"left-pad\": only files can be imported, as in \"./left-pad.js\", and what node: has here; js -h lists it",
        js("/a.mjs").stderr().lines().findFirst().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "await import('child_process')",
        "await import('node:child_process')",
        "await import('node:net')",
        "await import('/host.so')",
        "std.popen('ls')",
        "os.exec(['ls'])",
        "Java.type('java.io.File')",
        "Deno.readTextFileSync('/etc/passwd')",
        "process.binding('fs')",
      })
  void y1_whatReachesAHostElsewhere_isNotThere(String script) {
    assertEquals(
        "no\n", js("-e", "try { " + script + "; print('yes') } catch { print('no') }").stdout());
    assertEquals(
        "yes\n",
        js("-e", "try { await import('node:path'); print('yes') } catch { print('no') }").stdout());
  }

  /** rename and appendFile are left to the engine's tests: Chicory's own WASI lacks them. */
  @Test
  void files_functionsDoWhatTheySay() throws IOException {
    String script =
        """
        std.mkdir('/out/deep/er');
        std.mkdir('/out/deep');
        std.writeFile('/out/a.txt', 'h\\u00e9\\n');
        std.writeFile('/out/b.txt', new Uint8Array([0xff, 0]));
        print(std.readFile('/out/a.txt', 'bytes'));
        std.remove('/out/a.txt');
        print(std.listDir('/out'), std.exists('/out/a.txt'), std.exists('/out/b.txt'));
        print(std.readFile('/out/b.txt', 'bytes'), std.stat('/out/b.txt').size, std.stat('/out').type);
        std.remove('/out/b.txt');
        std.remove('/out/deep/er');
        print(std.listDir('/out/deep'));
        """;

    assertEquals(
        """
        Uint8Array(4) [104, 195, 169, 10]
        ['b.txt', 'deep'] false true
        Uint8Array(2) [255, 0] 2 directory
        []
        """,
        js("-e", script).stdout());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "std.writeFile('/no/a', 'x')  | ENOENT | writeFile \"/no/a\": No such file or directory",
        "std.readFile('/no')          | ENOENT | readFile \"/no\": No such file or directory",
        "std.listDir('/no')           | ENOENT | listDir \"/no\": No such file or directory",
        "std.remove('/no')            | ENOENT | remove \"/no\": No such file or directory",
        "std.stat('/no')              | ENOENT | stat \"/no\": No such file or directory",
      })
  void files_failure_isAnErrorWithACode(String call, String code, String message) {
    assertEquals(
        code + " " + message + "\n",
        js("-e", "try { " + call + " } catch (e) { print(e.code, e.message) }").stdout());
  }

  @Test
  void writeFile_object_isATypeError() {
    Guest.Run run = js("-e", "std.writeFile('/a', { })");

    assertTrue(
        run.stderr()
            .startsWith(
                "Uncaught TypeError: the data must be a string, a typed array or an ArrayBuffer\n"),
        run::stderr);
  }

  @Test
  void stdin_isReadAsTextOrBytes() {
    byte[] input = {0, 1, (byte) 0xff, 10};
    Guest.Run run =
        Guest.tool("js")
            .run(workspace, input, "-e", "std.write(std.readStdin('bytes').map(b => b ^ 1))");

    assertArrayEquals(new byte[] {1, 0, (byte) 0xfe, 11}, run.stdoutBytes());
    assertEquals(
        "olleh\n",
        Guest.tool("js")
            .run(workspace, "hello", "-p", "[...std.readStdin()].reverse().join('')")
            .stdout());
  }

  @Test
  void environment_isWhatTheHostGives() {
    assertEquals(
        "hello undefined { GREETING: 'hello' }\n",
        js("-e", "print(std.getenv('GREETING'), std.getenv('HOME'), std.environ())").stdout());
  }

  @Test
  void warmStart_thenStart_isLikeAColdStart() {
    String script = "print({ a: 1 }, args); print(Math.random() < 1)";
    Guest.Run cold = Guest.tool("js").runOnChicory(workspace, List.of("_start"), "-e", script, "x");
    Guest.Run warm =
        Guest.tool("js")
            .runOnChicory(workspace, List.of("wizer.initialize", "_start"), "-e", script, "x");

    assertEquals(cold.stdout(), warm.stdout());
    assertEquals(0, warm.status());
  }

  @Test
  void mathRandom_twoRuns_differ() {
    assertNotEquals(js("-p", "Math.random()").stdout(), js("-p", "Math.random()").stdout());
  }

  @Test
  void garbage_inCycles_isCollected() {
    String script =
        "for (let i = 0; i < 300; i++) { const a = new Array(20000).fill(0); const o = { a }; o.o = o; } print('done')";

    Guest.Run run = js("-e", script); // 300 times 160 KB would be 48 MB

    assertEquals("done\n", run.stdout());
  }

  @Test
  void language_modernFeatures_areThere() {
    String script =
        """
        class P { #x = 1; static y = 2; get x() { return this.#x } }
        const { a, ...rest } = { a: 1, b: 2, c: 3 };
        function* g() { yield* [1, 2] }
        print(new P().x, P.y, rest, [...g()], a ?? 0, null?.z, 2n ** 70n);
        print('x'.at(-1), [3, 1, 2].toSorted(), Object.groupBy([1, 2, 3], n => n % 2 ? 'odd' : 'even'));
        print('2024-02-30'.replace(/(?<y>\\d+)-(?<m>\\d+)/u, '$<m>/$<y>'), /\\p{Lu}/u.test('\\u00c9'));
        print(new Date('2024-02-29T12:00:00Z').toISOString(), JSON.stringify({ d: new Date(0) }));
        """;

    assertEquals(
        """
        1 2 { b: 2, c: 3 } [1, 2] 1 undefined 1180591620717411303424n
        x [1, 2, 3] [Object: null prototype] { odd: [1, 3], even: [2] }
        02/2024-30 true
        2024-02-29T12:00:00.000Z {"d":"1970-01-01T00:00:00.000Z"}
        """,
        js("-e", script).stdout());
  }

  @Test
  void example_columnSum_addsUpTheRainfall() {
    Guest.Run run =
        Guest.tool("js").run(Path.of("examples"), "", "/column-sum.js", "/rainfall.csv", "3");

    assertEquals("rainfall_mm: 15555.4 in 192 rows\n", run.stdout());
  }

  private Guest.Run js(String... arguments) {
    return Guest.tool("js").run(workspace, "", arguments);
  }

  private void write(String name, String text) throws IOException {
    Path file = workspace.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(UTF_8));
  }
}
