package dev.cloche.tools.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.SessionOptions;
import dev.cloche.tools.BundledTools;
import java.io.StringWriter;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Script engines of other languages than JavaScript. */
@Tag("one-jdk")
class LanguagesTest {

  private static final Engine ENGINE = Engine.create();

  /** As much time as a busy machine needs; the fuel bounds what a script does. */
  private static final Limits LIMITS =
      Limits.builder().fuel(500_000_000).wall(Duration.ofMinutes(2)).outputBytes(100_000).build();

  private final StringWriter out = new StringWriter();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private ScriptEngine engine(String language) {
    assumeTrue(BundledTools.find(language).orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    ScriptEngine engine =
        ClocheScriptEngine.of(language, ENGINE, SessionOptions.of(LIMITS, Optional.empty()));
    engine.getContext().setWriter(out);
    engine.getContext().setErrorWriter(out);
    return engine;
  }

  @ParameterizedTest
  @EnumSource
  void manager_findsEachByItsNameAlone(ScriptLanguage language) {
    ScriptEngineManager manager = new ScriptEngineManager();

    ScriptEngine found = manager.getEngineByName(language.engineName());
    assertInstanceOf(ClocheScriptEngine.class, found);
    assertEquals(language.title(), found.getFactory().getLanguageName());
    assertFalse(manager.getEngineByName(language.interpreter()) instanceof ClocheScriptEngine);
    assertEquals(language.factory().getClass(), found.getFactory().getClass());
  }

  @Test
  void of_anotherTool_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ClocheScriptEngine.of("jq", ENGINE, SessionOptions.of(LIMITS, Optional.empty())));
  }

  @Test
  void python_lastExpression_isAJavaValue() throws ScriptException {
    ScriptEngine python = engine("python");
    assertEquals(
        Arrays.asList(
            3, 2.5, 1.0, "\u00e4\ud83d\ude00", true, null, Map.of("a", List.of(1)), 1L << 40),
        python.eval(
            "x = 1\n[x + 2, 5 / 2, 1.0, '\u00e4\ud83d\ude00', 1 < 2, None, {'a': (1,)}, 2**40]"));
    assertEquals(new BigInteger("2").pow(100), python.eval("2 ** 100"));
    assertEquals(Double.NEGATIVE_INFINITY, python.eval("-float('inf')"));
    assertNull(python.eval("x = 1"));
    assertThrows(ScriptException.class, () -> python.eval("{1, 2}"));
    assertThrows(ScriptException.class, () -> python.eval("[float('nan')]"));
  }

  @Test
  void lua_valueOfAnExpressionOrAChunk_isAJavaValue() throws ScriptException {
    ScriptEngine lua = engine("lua");
    assertEquals(
        List.of(3, 2.5, 1.0, "\u00e4", true, List.of(1, "b"), Map.of("c", false)),
        lua.eval("{1 + 2, 5 / 2, 1.0, '\u00e4', 1 < 2, {1, 'b'}, {c = false}}"));
    assertEquals(Long.MIN_VALUE, lua.eval("math.mininteger"));
    assertEquals(Double.NaN, lua.eval("local z = 0.0 return -(z / z)"));
    assertEquals("ab", lua.eval("local x = 'a' return x .. 'b', 'c'"));
    assertNull(lua.eval("local x = 1"));
    assertNull(lua.eval("nil"));
    assertThrows(ScriptException.class, () -> lua.eval("print"));
    assertThrows(ScriptException.class, () -> lua.eval("'\\xff'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "python | n += 1; made = [n]; def_ = len; import math",
        "lua | n = n + 1 made = {n} def_ = print local l = 1",
      })
  void bindings_goInAndComeBack(String language, String script) throws ScriptException {
    ScriptEngine engine = engine(language);
    engine.put("n", 1);
    engine.put("same", Map.of("a", List.of(1, "x")));
    engine.put("none", null);
    Object same = engine.get("same");

    assertNull(engine.eval(script));
    assertEquals(2, engine.get("n"));
    assertEquals(List.of(2), engine.get("made"));
    assertEquals(same, engine.get("same"));
    assertNull(engine.get("def_"));
    assertEquals(
        List.of("made", "n", "none", "same"),
        engine.getBindings(javax.script.ScriptContext.ENGINE_SCOPE).keySet().stream()
            .sorted()
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "python | import os, json; open('/a', 'w').close(); json.dumps = None | __import__('os').listdir('/')",
        "lua | io.open('/a', 'w'):close() string.rep = 1 | {io.open('/a') == nil and 'gone'}",
      })
  void state_besideBindings_isGone(String language, String first, String second)
      throws ScriptException {
    ScriptEngine engine = engine(language);
    assertNull(engine.eval(first));
    List<?> left = assertInstanceOf(List.class, engine.eval(second));
    assertFalse(left.contains("a"), left::toString);
  }

  @ParameterizedTest
  @CsvSource({"python,__builtins__", "python,a-b", "lua,_G", "lua,_ENV", "lua,a$"})
  void binding_thatIsNoVariable_isRefused(String language, String name) {
    ScriptEngine engine = engine(language);
    engine.put(name, 1);
    assertThrows(ScriptException.class, () -> engine.eval("1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "python | x = 1~~def f():~  raise ValueError('no')~f() | 4",
        "python | x = 1~x = = 2 | 2",
        "python | import json~json.loads('{') | 2",
        "lua | local x = 1~~local function f() error('no') end~f() | 3",
        "lua | local x = 1~x = = 2 | 2",
        "lua | error({}) | -1",
      })
  void error_hasItsLine(String language, String script, int line) {
    ScriptEngine engine = engine(language);
    String lines = script.replace('~', '\n');
    ScriptException error = assertThrows(ScriptException.class, () -> engine.eval(lines));
    assertEquals(line, error.getLineNumber(), error.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"python", "lua"})
  void print_goesToTheWriter(String language) throws ScriptException {
    ScriptEngineFactory factory = engine(language).getFactory();
    String program = factory.getProgram(factory.getOutputStatement("a \"b\""), "x = 1");
    assertNull(engine(language).eval(program));
    assertEquals("a \"b\"\n", out.toString());
  }

  @ParameterizedTest
  @CsvSource({"python,import sys; sys.exit(STATUS)", "lua,os.exit(STATUS)"})
  void exit_isNullOrAnError(String language, String script) throws ScriptException {
    ScriptEngine engine = engine(language);
    assertNull(engine.eval(script.replace("STATUS", "0")));
    assertThrows(ScriptException.class, () -> engine.eval(script.replace("STATUS", "3")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"python | while True: pass", "lua | while true do end"})
  void l1_endlessLoop_isAnException(String language, String script) {
    ScriptEngine engine = engine(language);
    assertEquals(
        LimitKind.FUEL,
        assertThrows(ScriptLimitException.class, () -> engine.eval(script)).outcome().which());
  }
}
