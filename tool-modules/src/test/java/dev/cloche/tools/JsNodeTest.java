package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What js has of Node and of browsers: scripts written for those run as they are. */
@Tag("one-jdk")
class JsNodeTest {

  @TempDir Path workspace;

  private Guest.Run js(String... arguments) {
    return Guest.tool("js").run(workspace, "typed\n", arguments);
  }

  private String printed(String script) {
    Guest.Run run = js("-e", script);
    assertEquals("", run.stderr());
    assertEquals(0, run.status());
    return run.stdout();
  }

  private void write(String name, String text) throws IOException {
    Path file = workspace.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void fs_ofAScript_worksOnTheWorkspace() {
    assertEquals(
        """
        héy\ufffd 6 aMOpef8K
        ['b', 'b/x.txt'] [['b', true]]
        false true 6 true
        false
        """,
        printed(
            """
            const fs = require('fs');
            fs.mkdirSync('/a/b', { recursive: true });
            fs.writeFileSync('/a/b/x.txt', 'héy');
            fs.appendFileSync('/a/b/x.txt', Buffer.from('ff0a', 'hex'));
            const bytes = fs.readFileSync('/a/b/x.txt');
            console.log(bytes.toString().trim(), bytes.length, bytes.toString('base64'));
            console.log(fs.readdirSync('/a', { recursive: true }),
              fs.readdirSync('/a', { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory()]));
            fs.copyFileSync('/a/b/x.txt', '/y');
            fs.renameSync('/y', '/z');
            console.log(fs.existsSync('/y'), fs.existsSync('/z'), fs.statSync('/z').size, fs.statSync('/z').isFile());
            fs.rmSync('/a', { recursive: true });
            console.log(fs.existsSync('/a'));
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fs.readFileSync('/no')               | ENOENT | open",
        "fs.readdirSync('/no')                | ENOENT | scandir",
        "fs.statSync('/no')                   | ENOENT | stat",
        "fs.accessSync('/no')                 | ENOENT | access",
        "fs.mkdirSync('/d/e')                 | ENOENT | mkdir",
        "fs.mkdirSync('/')                    | EEXIST | mkdir",
        "fs.unlinkSync('/no')                 | ENOENT | unlink",
        "fs.rmSync('/no')                     | ENOENT | rm",
        "fs.readFileSync('/../../etc/passwd') | ENOTCAPABLE | open",
      })
  void fs_failure_hasCodeAndCall(String call, String code, String syscall) {
    assertEquals(
        code + " " + syscall + " true\n",
        printed(
            "const fs = require('node:fs'); try { %s } catch (e) { console.log(e.code, e.syscall, e.message.startsWith(e.code)) }"
                .formatted(call)));
  }

  @Test
  void fs_withCallbacksAndPromises_isTheSame() {
    assertEquals(
        "promise text\ncallback null 4\nENOENT\n",
        printed(
            """
            const fs = require('fs');
            fs.writeFileSync('x', 'text');
            fs.promises.readFile('x', 'utf8').then((text) => console.log('promise', text));
            fs.readFile('x', (error, data) => console.log('callback', error, data.length));
            fs.readFile('no', (error) => console.log(error.code));
            """));
  }

  @Test
  void modules_importWhatIsBuiltIn_byName() throws IOException {
    write(
        "main.mjs",
        """
        import fs, { readFileSync } from 'node:fs';
        import { readFile } from 'fs/promises';
        import path from 'path';
        import process from 'node:process';
        fs.writeFileSync('q', 'text');
        console.log(readFileSync('q', 'utf8'), await readFile('q', 'utf8'), path.basename(process.argv[1]), process.argv[2]);
        """);

    assertEquals("text text main.mjs one\n", js("/main.mjs", "one").stdout());
  }

  @Test
  void require_readsModulesOnce_relativeToTheirFile() throws IOException {
    write(
        "app/main.js",
        "const { twice } = require('./lib/twice'); console.log(twice(21), require('./lib/twice').count, require.main === module);");
    write(
        "app/lib/twice.js",
        "let { by } = require('../by.json'); exports.count = (exports.count ?? 0) + 1; exports.twice = (n) => n * by;");
    write("app/by.json", "{ \"by\": 2 }");
    write("app/bad.js", "\n\nrequire('./fails');");
    write("app/fails.js", "\n  null.x;");

    assertEquals("42 1 true\n", js("/app/main.js").stdout());
    assertTrue(
        js("/app/bad.js").stderr().contains("(/app/fails.js:2:"), js("/app/bad.js").stderr());
    assertTrue(js("-e", "require('left-pad')").stderr().contains("cannot find module 'left-pad'"));
  }

  @Test
  void process_isWhatScriptsExpect() {
    assertEquals(
        "[\"js\",\"a\"] / hello typed\n",
        Guest.tool("js")
            .run(
                workspace,
                "typed\n",
                "-e",
                "process.stdout.write(JSON.stringify(process.argv) + ' ' + process.cwd() + ' ' + process.env.GREETING + ' ' + require('fs').readFileSync(0, 'utf8'))",
                "a")
            .stdout());
    assertEquals(3, js("-e", "process.exitCode = 3").status());
    assertEquals(4, js("-e", "process.exit(4); console.log('never')").status());
    assertEquals("err", js("-e", "process.stderr.write('err')").stderr());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "path.join('a', '..', 'b', './c')                     | b/c",
        "path.resolve('/a', 'b', '../c')                      | /a/c",
        "path.relative('/a/b/c', '/a/d')                      | ../../d",
        "path.basename('/q/w.tar.gz', '.gz')                  | w.tar",
        "path.extname('.profile') + path.extname('a.b.js')    | .js",
        "path.dirname('/x/y/') + path.dirname('z')            | /x.",
        "path.normalize('/../a//./b/..')                      | /a",
        "new URL('../c?x=1#h', 'HTTP://u:p@Web.example:80/a/b/d').href | http://u:p@web.example/a/c?x=1#h",
        "new URL('https://x.example/a b?q=é').href            | https://x.example/a%20b?q=%C3%A9",
        "new URL('//y.example/p', 'https://x.example').href   | https://y.example/p",
        "new URL('?b', 'https://x.example/p?a#f').href        | https://x.example/p?b",
        "new URL('mailto:a@b.example').pathname               | a@b.example",
        "new URL('https://x.example:8443/').port + URL.canParse('nothing') | 8443false",
        "new URL('https://x.example/%2e%2E/a/./b').pathname   | /a/b",
        "String(new URLSearchParams({ a: '1 2', b: 'é&' }))    | a=1+2&b=%C3%A9%26",
        "new URLSearchParams('?a=1&a=2&b=%zz').getAll('a').join() | 1,2",
        "atob(btoa('h\u00e9y'))                                | h\u00e9y",
        "new TextDecoder().decode(new TextEncoder().encode('€')) | €",
        "Buffer.concat([Buffer.from('a'), Buffer.from('YmM=', 'base64')]).toString() | abc",
        "JSON.stringify(structuredClone({ a: [1, { b: 2 }], d: new Date(0) })) | {\"a\":[1,{\"b\":2}],\"d\":\"1970-01-01T00:00:00.000Z\"}",
        "structuredClone(new Map([[1, new Set([2])]])).get(1).has(2) | true",
        "crypto.randomUUID() !== crypto.randomUUID()          | true",
        "require('util').format('%s=%d', 'a', 1)              | a=1",
      })
  void expression_hasTheValueThatNodeGivesIt(String expression, String value) {
    assertEquals(value + "\n", printed("const path = require('path'); print(" + expression + ")"));
  }

  @Test
  void url_follows_itsSearchParams() {
    assertEquals(
        "https://x.example/?a=1&b=x+y 2\nhttps://x.example/?c=3 3\n",
        printed(
            """
            const url = new URL('https://x.example/?a=1');
            url.searchParams.append('b', 'x y');
            console.log(url.href, url.searchParams.size);
            url.search = 'c=3';
            console.log(url.href, url.searchParams.get('c'));
            """));
  }

  @Test
  void structuredClone_ofWhatCannotBe_isAnError() {
    assertEquals(
        "DataCloneError true\n",
        printed(
            "const o = {}; o.o = o; try { structuredClone(() => 1) } catch (e) { console.log(e.name, structuredClone(o).o !== o) }"));
  }

  @Test
  void names_ofAScript_goBeforeThoseBuiltIn() {
    assertEquals(
        "1 2 3\n",
        printed(
            "let process = 1; const URL = 2; var module = 3; console.log(process, URL, module)"));
  }

  /** A day passes by the script's clocks, and none by the call's deadline. */
  @Test
  void timers_thatNothingElseIsBehind_takeNoTime() {
    Limits limits = Limits.builder().wall(Duration.ofMinutes(2)).build();
    String script =
        """
        const before = Date.now(), start = performance.now();
        await new Promise((done) => setTimeout(done, 86400e3));
        const slept = Date.now() - before, passed = performance.now() - start;
        console.log(Math.floor(slept / 86400e3), Math.floor(passed / 86400e3));
        """;
    try (Engine engine = Engine.create();
        Session session = engine.openSession(limits)) {
      Outcome outcome =
          session.call(Guest.tool("js").tool(), Call.builder().arguments("-e", script).build());
      assertEquals("1 1\n", outcome.stdout().text(), outcome.message());
    }
  }
}
