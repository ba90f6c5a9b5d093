package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that would hurt whoever runs them, each with the ending it is to have. */
@Tag("one-jdk")
class LuaHostileTest {

  /** Runs the tool as it is packaged, compiled. */
  private static final Engine ENGINE = Engine.create();

  private static final Engine INTERPRETING =
      Engine.builder().execution(Execution.INTERPRETED).build();

  private static final BundledTool LUA = BundledTools.find("lua").orElseThrow();

  /** More than any script here needs to come to its end, if it has one. */
  private static final Limits LIMITS =
      Limits.builder()
          .fuel(500_000_000)
          .wall(Duration.ofMinutes(2))
          .memoryBytes(64L << 20)
          .outputBytes(100_000)
          .build();

  /** For those that have none. */
  private static final Limits LITTLE = LIMITS.toBuilder().fuel(20_000_000).build();

  @AfterAll
  static void close() {
    ENGINE.close();
    INTERPRETING.close();
  }

  private static Outcome run(String script) {
    return run(script, LIMITS);
  }

  private static Outcome run(String script, Limits limits) {
    return run(script, limits, ENGINE);
  }

  private static Outcome run(String script, Limits limits, Engine engine) {
    assumeTrue(LUA.isBuilt(), BundledTools.HOW_TO_BUILD);
    try (Session session = engine.openSession(limits)) {
      return session.call(LUA.tool(), Call.builder().seed(1).arguments("-e", script).build());
    }
  }

  /** The error that a script ends with, in its own words. */
  private static String error(String script) {
    Outcome outcome = run(script);
    assertEquals(
        1,
        assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus(),
        outcome.message());
    return outcome.stderr().text();
  }

  private static void exceeds(LimitKind which, String script) {
    Outcome outcome = run(script, LITTLE);
    assertEquals(
        which,
        assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which(),
        outcome.message());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while true do end",
        "while true do pcall(error) end",
        "while true do pcall(error, {}) end",
        "local co = coroutine.wrap(function() while true do coroutine.yield() end end)"
            + " while true do co() end",
        "while true do coroutine.wrap(error) end",
        "setmetatable({}, {__gc = function() while true do end end})",
        "local function f() return f() end f()",
        "repeat local ok = pcall(function() while true do end end) until false",
        "xpcall(function() error('x') end, function() while true do end end)",
        "error(setmetatable({}, {__tostring = function() while true do end end}))",
        "local t <close> = setmetatable({}, {__close = function() while true do end end})"
      })
  void l1_endlessScripts_endByFuel(String script) {
    exceeds(LimitKind.FUEL, script);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print(string.find(('a'):rep(30), ('a?'):rep(30) .. ('a'):rep(30)))",
        "print(string.find(('a'):rep(3000), '.-.-.-.-.-b'))",
        "print(string.gsub(('x'):rep(100000), '.-.-y', ''))"
      })
  void interpreters_patternsThatBacktrackWithoutEnd_endByFuel(String script) {
    exceeds(LimitKind.FUEL, script);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local s = ('x'):rep(1e9)                                             | not enough memory",
        "local s = ('x'):rep(1 << 62, 'y')                                    | too large",
        "local s = 'x' while true do s = s .. s end                           | not enough memory",
        "local t, s = {}, ('x'):rep(1 << 16) while true do t[#t + 1] = s .. #t end | not enough memory",
        "table.concat(setmetatable({}, {__len = function() return 1e9 end}))  | invalid value",
        "string.format('%99999d', 1)                                          | invalid conversion",
        "table.unpack({}, 1, 1e8)                                             | too many results",
        "local f = load('local t = {' .. ('{'):rep(100000))  error(f or 'C levels') | C levels",
        "print(('('):rep(1000) .. ('x'):find(('('):rep(1000)))                | too many captures",
        "print(('a'):rep(300000):find(('a?'):rep(2000) .. 'b'))               | too complex"
      })
  void l12_bombs_areErrorsOfTheScript(String script, String words) {
    assertTrue(error(script).contains(words), error(script));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local function f() coroutine.wrap(f)() end f()                            | C stack overflow",
        "local function f(s) return (s:gsub('.', f)) end f('x')                    | stack overflow",
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k .. 1] end"
            + " print(t.x)                                                         | stack overflow",
        "local function f() pcall(f) error('end', 0) end f()                       | end",
        "local function f() table.sort({3, 2, 1}, f) end f()                       | stack overflow",
        "local t = {} for i = 1, 1e4 do t = setmetatable({}, {__index = t}) end print(t.x)"
            + "                                                                     | loop",
      })
  void l6_recursionWithoutEnd_isAnErrorOfTheScript(String script, String words) {
    assertTrue(error(script).contains(words), error(script));
  }

  /** As deep as Lua goes: a million slots, for which it takes a billion units and 80 MiB. */
  @Test
  void l6_deepestRecursion_isAnErrorOfTheScript() {
    // Of Lua's million places on its stack each call takes 200, so that it takes few calls.
    String wide = IntStream.range(0, 190).mapToObj(i -> "a" + i).collect(Collectors.joining(","));
    Outcome outcome =
        run(
            "print(pcall(function() local function f() local %s; return 1 + f() end f() end))"
                .formatted(wide));
    assertTrue(outcome.stdout().text().contains("stack overflow"), outcome.message());
  }

  @Test
  void l6_deepButEnding_recursionWorks() {
    Outcome outcome =
        run(
            "local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end print(f(150000))");
    assertEquals("150000\n", outcome.stdout().text(), outcome.message());
  }

  @Test
  void l8_floodOfOutput_endsByItsLimit() {
    exceeds(LimitKind.OUTPUT, "while true do print(('x'):rep(1000)) end");
    exceeds(LimitKind.OUTPUT, "while true do io.stderr:write(('x'):rep(1000)) end");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "../../../../etc/passwd",
        "/proc/self/environ",
        "/dev/zero",
        "etc/passwd"
      })
  void f1_namesOfTheHost_openNothing(String name) {
    Outcome outcome = run("print(io.open('" + name + "'), pcall(dofile, '" + name + "'))");
    assertTrue(outcome.stdout().text().startsWith("nil"), outcome.stdout().text());
    assertFalse(outcome.stdout().text().contains("root:"), outcome.stdout().text());
  }

  /** Errors as errors: objects that fail in their own handlers, or are none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "error(setmetatable({}, {__tostring = function() error('in it') end}))",
        "error(setmetatable({}, {__tostring = function() return {} end}))",
        "error(setmetatable({}, {__name = 7}))",
        "xpcall(error, error) error(coroutine.create(print))",
        "local t = setmetatable({}, {__close = function() error('b') end}) local x <close> = t error('a')",
        "coroutine.wrap(function() error(setmetatable({}, {__index = error})) end)()",
        "debug.sethook(function() error('hook') end, 'l')\nlocal x = 1",
        "string.rep = nil; string.format = nil; _G = nil; table = nil; error('bare')"
      })
  void interpreters_strangeErrorObjects_areReported(String script) {
    assertTrue(error(script).startsWith("lua: "), error(script));
  }

  /** Lua does not verify bytecode: what broken code does to its own memory stays in there. */
  @Test
  void interpreters_brokenBytecode_endsInAnOutcomeAndLeavesTheEngineWell() {
    Random random = new Random(5);
    for (int i = 0; i < 40; i++) {
      String script =
          """
          local code = string.dump(function(a) local t = {a, 1, 'x'} for i = 1, 3 do t[i] = #t .. i end return t end)
          local broken = {code:byte(1, -1)}
          math.randomseed(%d)
          for _ = 1, 3 do broken[math.random(40, #broken)] = math.random(0, 255) end
          local f = load(string.char(table.unpack(broken)), 'b', 'b')
          print(pcall(f, 1))
          """
              .formatted(random.nextInt());
      Outcome outcome = run(script);
      assertFalse(outcome instanceof Outcome.HostFault, outcome.message());
    }
    assertEquals("fine\n", run("print('fine')").stdout().text());
  }

  /** A pcall more or less is no reason for engines to differ. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "local n = 0 for i = 1, 300 do local ok = pcall(i % 3 == 0 and error or tostring, i)"
            + " if not ok then n = n + 1 end end print(n, pcall(string.rep, 'x', 1 << 40))",
        "local co = coroutine.wrap(function() for i = 1, 20 do pcall(coroutine.yield, i) end error('e') end)"
            + " for i = 1, 22 do print(pcall(co)) end",
        "local t = {} for i = 1, 200 do t['k' .. i] = i end for k, v in pairs(t) do io.write(k, ' ') end"
            + " table.sort({3, 1, 2}) error('end')"
      })
  void l9_script_interpretedAndCompiled_costsTheSame(String script) {
    Outcome compiled = run(script, LIMITS, ENGINE);
    Outcome interpreted = run(script, LIMITS, INTERPRETING);
    assertInstanceOf(Outcome.Completed.class, compiled, compiled.message());
    assertEquals(compiled.stdout().text(), interpreted.stdout().text());
    assertEquals(compiled.message(), interpreted.message());
    assertEquals(compiled.usage().fuel(), interpreted.usage().fuel());
    assertEquals(compiled.usage().hostCalls(), interpreted.usage().hostCalls());
  }
}
