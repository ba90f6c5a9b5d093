package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class LuaToolTest {

  @TempDir Path workspace;

  private Guest.Run run(String... arguments) {
    return runWith("", arguments);
  }

  private Guest.Run runWith(String stdin, String... arguments) {
    return Guest.tool("lua").run(workspace, stdin, arguments);
  }

  /** What code prints, which must end well. */
  private String printed(String code) {
    Guest.Run run = run("-e", code);
    assertEquals("", run.stderr());
    assertEquals(0, run.status());
    return run.stdout().strip();
  }

  private void file(String name, String content) throws IOException {
    Files.createDirectories(workspace.resolve(name).getParent());
    Files.writeString(workspace.resolve(name), content);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "print(6 * 7, 7 // 2, 7 / 2, 2^10, 1 << 40)       | 42 3 3.5 1024.0 1099511627776",
        "print(math.maxinteger + 1 == math.mininteger)    | true",
        "print(('%5.2f;%q;%x'):format(3.14159, 'a', 255)) | 3.14;\"a\";ff",
        "print(('a,b,,c'):gsub(',', ';', 2))              | a;b;,c 2",
        "for k, v in ('k=v, x=y'):gmatch('(%w+)=(%w+)') do io.write(k, v, ' ') end | kv xy",
        "local t = {5, 2, 8} table.sort(t) print(table.concat(t, '-'))             | 2-5-8",
        "print(utf8.char(233, 0x1F600), utf8.len('café'))  | é😀 4",
        "print(select('#', table.unpack({1, nil, 3}, 1, 3)))                        | 3",
        "print(pcall(error, 'x'))                         | false x",
        "print(pcall(error))                              | false nil",
        "print(select(2, pcall(error, {code = 7})).code)  | 7",
        "print(xpcall(function() error('e', 0) end, function(m) return m .. '!' end)) | false e!",
        "goto out do print(1) end ::out:: print(2)        | 2",
        "print(os.date('!%Y-%m-%d', 0), os.getenv('GREETING')) | 1970-01-01 hello",
        "print(load('return 1 +')) | nil [string \"return 1 +\"]:1: unexpected symbol near <eof>",
        "print(#arg, arg[0], _VERSION)                    | 2 lua Lua 5.4",
        "print(string.pack('<i4', 7):byte(1, -1))         | 7 0 0 0",
        "print(pcall(string.rep, 'x', -1))                | true",
      })
  void code_printsItsResult(String code, String expected) {
    assertEquals(expected, printed(code).replace('\t', ' ').strip());
  }

  @Test
  void coroutines_yieldAcrossProtectedCalls() {
    String code =
        """
        local co = coroutine.wrap(function()
          for i = 1, 3 do
            local ok, why = pcall(function() coroutine.yield(i) error('at ' .. i, 0) end)
            coroutine.yield(why)
          end
          return 'done'
        end)
        for _ = 1, 7 do io.write(tostring(co()), ' ') end
        print(coroutine.close(coroutine.create(print)), coroutine.isyieldable())
        """;
    assertEquals("1 at 1 2 at 2 3 at 3 done true\tfalse", printed(code));
  }

  @Test
  void errors_inCoroutinesAndHandlers_arriveWhereTheyAreCaught() {
    String code =
        """
        local co = coroutine.create(function() local x = nil; return x.field end)
        local ok, why = coroutine.resume(co)
        print(ok, why:match(':1: .*'), coroutine.status(co))
        local depth = 0
        local function down(n) if n == 0 then error('deep', 0) end down(n - 1) depth = depth + 1 end
        for _ = 1, 1000 do pcall(down, 50) end
        print(depth)
        print(xpcall(error, function() error('again') end, 'x'))
        """;
    assertEquals(
        "false\t:1: attempt to index a nil value (local 'x')\tdead\n0\nfalse\tx",
        printed(code).replaceAll("false\t[^\t]*$", "false\tx"));
  }

  @Test
  void closeAndGc_runAtTheirTime() {
    String code =
        """
        setmetatable({}, {__gc = function() print('collected') end})
        do local c <close> = setmetatable({}, {__close = function() print('closed') end}) end
        print(pcall(function()
          local c <close> = setmetatable({}, {__close = function() print('closed by error') end})
          error('x', 0)
        end))
        print('end')
        """;
    assertEquals("closed\nclosed by error\nfalse\tx\nend\ncollected", printed(code));
  }

  @Test
  void file_getsItsArguments() throws IOException {
    file("a/main.lua", "print(arg[0], arg[1], arg[-1], select('#', ...), ...)");
    assertEquals("a/main.lua\tx\tlua\t2\tx\t-e\n", run("a/main.lua", "x", "-e").stdout());
  }

  /** Whatever the arguments look like: none is an option of the tool's. */
  @Test
  void code_withArguments_isRunAsAFileIs() {
    Guest.Run run = run("-c", "print(arg[0], #arg, ...)", "-e", "-", "--");
    assertEquals("-c\t3\t-e\t-\t--\n", run.stdout());
    assertEquals(1, run("-c").status());
    assertEquals("x\t1\n", run("-e", "x = 'x'", "-c", "print(x, ...)", "1").stdout());
  }

  @Test
  void program_onStandardInput_runs() {
    assertEquals("in\ta\n", runWith("print('in', ...)", "-", "a").stdout());
    assertEquals("in\n", runWith("#!/usr/bin/lua\nprint('in')").stdout());
  }

  @Test
  void require_findsModulesOfTheWorkspace() throws IOException {
    file("greet.lua", "print('once', ...) return { hello = function(n) return 'hello ' .. n end }");
    file("deep/init.lua", "return require('deep.part') + 1");
    file("deep/part.lua", "return 41");
    file("lib/far.lua", "return 'far'");
    String code =
        """
        local greet = require('greet')
        print(greet.hello('you'), require('greet') == greet, (require('deep')))
        package.path = '/lib/?.lua;' .. package.path
        print((require('far')))
        """;
    assertEquals("once\tgreet\t./greet.lua\nhello you\ttrue\t42\nfar", printed(code));
    assertEquals("41\n", run("-l", "p=deep.part", "-e", "print(p)").stdout());
    assertEquals(1, run("-l", "nowhere").status());
  }

  @Test
  void json_goesBothWays() {
    String code =
        """
        local json = require('json')
        local value = json.decode('{"b":[1,2.5,-3e2,true,null,[],{}],"a":"\\\\u00e9\\\\ud83d\\\\ude00\\\\n"}')
        print(json.encode(value), math.type(value.b[1]), value.b[5] == json.null)
        print(json.encode({1, {x = json.array{}}}, 2))
        print(json.encode({2^53, 0.1, 1/3, 9007199254740993}))
        """;
    assertEquals(
        """
        {"a":"é😀\\n","b":[1,2.5,-300.0,true,null,[],{}]}\tinteger\ttrue
        [
          1,
          {
            "x": []
          }
        ]
        [9007199254740992.0,0.1,0.3333333333333333,9007199254740993]""",
        printed(code));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[",
        "[1,]",
        "{\"a\"}",
        "{\"a\":1,}",
        "01",
        "1.",
        "+1",
        "0x10",
        "nan",
        "'a'",
        "\"a",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\\u12\"",
        "[1] 2",
        "tru",
        "\"\t\"",
        "{1:2}",
        "-"
      })
  void h2_jsonThatIsNone_isAnError(String text) {
    Guest.Run run = runWith(text, "-e", "print(pcall(require('json').decode, io.read('a')))");
    assertTrue(run.stdout().startsWith("false\t"), text + " gives " + run.stdout());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print",
        "{print}",
        "{1, x = 2}",
        "{[1.5] = 1}",
        "{[100] = 1}",
        "0/0",
        "math.huge",
        "'\\xff'",
        "'\\xc0\\x80'",
        "'\\xed\\xa0\\x80'",
        "(function() local t = {} t.t = t return t end)()"
      })
  void json_valueThatCannotBeText_isAnError(String value) {
    String code = "print((pcall(require('json').encode, " + value + ")))";
    assertEquals("false", printed(code));
  }

  @Test
  void h2_jsonNestedWithoutEnd_isAnError() {
    String code =
        "print((pcall(require('json').decode, ('['):rep(100000))))"
            + "print((pcall(require('json').decode, ('['):rep(499) .. (']'):rep(499))))";
    assertEquals("false\ntrue", printed(code));
  }

  @Test
  void io_readsAndWritesTheWorkspace() throws IOException {
    file("in.txt", "one\ntwo\n3 4.5\n");
    String code =
        """
        for line in io.lines('in.txt') do io.write('[', line, ']') end
        local f = assert(io.open('in.txt'))
        print(f:read('l', 'l', 'n', 'n'))
        print(f:seek('set', 4), f:read(3))
        f:close()
        local out = assert(io.open('/out/new.txt', 'w'))
        out:write('x', 1, '\\n') out:close()
        assert(os.rename('/out/new.txt', '/out/old.txt'))
        print(io.open('/out/new.txt'), io.lines('/out/old.txt')())
        assert(os.remove('/out/old.txt'))
        print(io.type(f), io.open('/out/old.txt', 'r'))
        """;
    file("out/here", "");
    String text = printed(code);
    assertTrue(text.startsWith("[one][two][3 4.5]one\ttwo\t3\t4.5\n4\ttwo\nnil"), text);
    assertTrue(text.contains("\tx1\nclosed file\tnil"), text);
  }

  /** The example data of the repository, computed here a second time. */
  @Test
  void csv_ofRainfall_isSummedByStation() throws IOException {
    Path data = Path.of("examples/rainfall.csv");
    Files.copy(data, workspace.resolve("rainfall.csv"));
    String code =
        """
        local json, sums, names = require('json'), {}, {}
        local lines = io.lines('rainfall.csv')
        lines()
        for line in lines do
          local station, tenths, rest = line:match('^(.-),[^,]*,([%d.]+),')
          if not sums[station] then sums[station] = 0 names[#names + 1] = station end
          sums[station] = sums[station] + math.floor(tonumber(tenths) * 10 + 0.5)
        end
        table.sort(names)
        for _, name in ipairs(names) do print(('%s %.1f'):format(name, sums[name] / 10)) end
        """;
    Map<String, Double> sums =
        Files.readAllLines(data).stream()
            .skip(1)
            .map(line -> line.split(",", -1))
            .filter(fields -> !fields[2].isEmpty())
            .collect(
                Collectors.groupingBy(
                    fields -> fields[0],
                    TreeMap::new,
                    Collectors.summingDouble(fields -> Double.parseDouble(fields[2]))));
    String expected =
        sums.entrySet().stream()
            .map(sum -> String.format(Locale.ROOT, "%s %.1f", sum.getKey(), sum.getValue()))
            .collect(Collectors.joining("\n"));
    assertEquals(expected, printed(code));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "os.execute('ls')            | nil",
        "os.execute()                | false",
        "io.tmpfile()                | nil",
        "package.loadlib('x', 'y')   | nil",
        "pcall(io.popen, 'ls')       | false",
        "pcall(os.tmpname)           | false",
        "pcall(require, 'socket')    | false"
      })
  void whatIsNotThere_failsAsLuaSays(String call, String first) {
    assertEquals(first, printed("print((" + call + "))"));
  }

  @Test
  void uncaughtError_isReportedWithLineAndTraceback() throws IOException {
    file("bad.lua", "local function f()\n  error('no luck')\nend\n\nf()\n");
    Guest.Run run = run("bad.lua");
    assertEquals(1, run.status());
    assertTrue(run.stderr().startsWith("lua: bad.lua:2: no luck\nstack traceback:"), run.stderr());
    assertTrue(run.stderr().contains("bad.lua:5: in main chunk"), run.stderr());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-e error()                                                  | object is a nil value",
        "-e error({})                                                | object is a table value",
        "-e error(setmetatable({},{__tostring=function()return'mine'end})) | lua: mine",
        "-e x==                                                      | (command line):1:",
        "-i                                                          | -i",
        "-q                                                          | -q",
        "-e                                                          | -e",
        "none.lua                                                    | none.lua",
      })
  void whatFails_isReportedWithStatus1(String arguments, String reported) {
    Guest.Run run = run(arguments.split(" ", 2));
    assertEquals(1, run.status());
    assertEquals("", run.stdout());
    assertTrue(run.stderr().contains(reported), run.stderr());
  }

  @Test
  void exit_endsWithItsStatusAndWritesWhatIsOpen() {
    Guest.Run run =
        run("-e", "io.stdout:setvbuf('full') io.write('kept') pcall(os.exit, 5) print('no')");
    assertEquals(5, run.status());
    assertEquals("kept", run.stdout());
    assertEquals(1, run("-e", "os.exit(false)").status());
    assertEquals(0, run("-e", "coroutine.wrap(function() os.exit(true, true) end)()").status());
  }

  @Test
  void help_andVersion_arePrinted() {
    Guest.Run run = run("-h");
    assertEquals(0, run.status());
    assertTrue(run.stdout().startsWith("lua -e CODE"), run.stdout());
    assertTrue(run("-v").stdout().startsWith("Lua 5.4.7"));
  }

  @Test
  void randomNumbers_areFreshInEachCall() {
    assertNotEquals(printed("print(math.random(0))"), printed("print(math.random(0))"));
  }
}
