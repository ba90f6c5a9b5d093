package dev.cloche.tools.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.SessionOptions;
import dev.cloche.tools.BundledTools;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.File;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.script.Bindings;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Java code that evaluates scripts, with the name of the engine changed. */
class ClocheScriptEngineTest {

  private final StringWriter out = new StringWriter();
  private ScriptEngine js;

  @BeforeAll
  static void requireInterpreter() {
    assumeTrue(BundledTools.find("js").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
  }

  @BeforeEach
  void find() {
    js = new ScriptEngineManager().getEngineByName("cloche-js");
    assertNotNull(js);
    js.getContext().setWriter(out);
    js.getContext().setErrorWriter(out);
  }

  private static Bindings bindings(String name, Object value) {
    return new SimpleBindings(new java.util.HashMap<>(Map.of(name, value)));
  }

  @Test
  void manager_findsItByNameAlone() {
    ScriptEngineManager manager = new ScriptEngineManager();

    assertFalse(manager.getEngineByName("js") instanceof ClocheScriptEngine);
    assertFalse(manager.getEngineByExtension("js") instanceof ClocheScriptEngine);
    assertEquals("cloche-js", js.getFactory().getParameter(ScriptEngine.NAME));
  }

  @Test
  void eval_lastExpression_isAJavaValue() throws ScriptException {
    assertEquals(3, js.eval("1 + 2"));
    assertEquals(2.5, js.eval("5 / 2"));
    assertEquals(4_294_967_296L, js.eval("2 ** 32"));
    assertEquals("a\u00e4\ud83d\ude00", js.eval("'a\u00e4\ud83d\ude00'"));
    assertEquals(true, js.eval("1 < 2"));
    assertNull(js.eval("null"));
    assertNull(js.eval("undefined"));
    assertNull(js.eval("(() => 1)"));
    assertEquals(Map.of("a", List.of(1, "b"), "c", false), js.eval("({a: [1, 'b'], c: false})"));
    assertEquals(Arrays.asList(1, null), js.eval("[1, undefined]"));
    assertEquals(new BigInteger("123456789012345678901"), js.eval("123456789012345678901n"));
    assertEquals(Double.NaN, js.eval("0 / 0"));
    assertEquals(7, js.eval("Promise.resolve(7)"));
    assertEquals(8, js.eval(new StringReader("let x = 8; x")));
  }

  @Test
  void eval_bindings_areGlobalVariables() throws ScriptException {
    assertEquals("b2", js.eval("list[1] + map.k", bindingsOf(List.of("a", "b"), Map.of("k", 2))));
    assertEquals(6, js.eval("v.reduce((a, b) => a + b)", bindings("v", new int[] {1, 2, 3})));
    js.put("n", 20);
    assertEquals(21, js.eval("n + 1"));
  }

  private static Bindings bindingsOf(Object list, Object map) {
    Bindings both = bindings("list", list);
    both.put("map", map);
    return both;
  }

  @Test
  void eval_changesOfBindings_comeBack() throws ScriptException {
    js.put("n", 1);
    js.put("same", List.of(1));
    Object same = js.get("same");
    assertEquals(2, js.eval("n++; var made = {n}; let local = 1; function f() {} n"));

    assertEquals(2, js.get("n"));
    assertEquals(Map.of("n", 2), js.get("made"));
    assertEquals(same, js.get("same"));
    assertNull(js.get("local"));
    assertNull(js.get("f"));
    assertEquals(3, js.eval("made.n + 1"));
  }

  @Test
  void eval_stateBesideBindings_isGone() throws ScriptException {
    assertEquals(1, js.eval("std.writeFile('/a', 'x'); Array.prototype.mark = 1; [].mark"));
    assertEquals(List.of(), js.eval("std.listDir('/')"));
    assertEquals("undefined", js.eval("typeof [].mark"));
  }

  @Test
  void eval_bindingThatIsNoJson_isRefused() {
    for (Object value :
        List.of(new File("/"), Double.NaN, Long.MAX_VALUE, Map.of(1, 2), List.of(new Object()))) {
      assertThrows(
          ScriptException.class, () -> js.eval("1", bindings("v", value)), value::toString);
    }
    assertThrows(ScriptException.class, () -> js.eval("1", bindings("__proto__", Map.of())));
    assertThrows(ScriptException.class, () -> js.eval("1", bindings("a b", 1)));
  }

  @Test
  void eval_console_goesToTheWriter() throws ScriptException {
    assertEquals(1, js.eval("console.log('to out'); console.error('to err'); 1"));
    assertEquals("to out\nto err\n", out.toString());
  }

  @Test
  void eval_error_hasItsLine() {
    js.getContext().setAttribute(ScriptEngine.FILENAME, "a.js", ScriptContext.ENGINE_SCOPE);
    ScriptException error =
        assertThrows(
            ScriptException.class,
            () -> js.eval("const a = 1;\n\nfunction f() { throw new TypeError('no'); }\nf()"));
    assertEquals(3, error.getLineNumber());
    assertEquals("a.js", error.getFileName());
    assertEquals(
        2, assertThrows(ScriptException.class, () -> js.eval("1;\nlet 2 = 3;")).getLineNumber());
    assertEquals(
        -1, assertThrows(ScriptException.class, () -> js.eval("throw 'text'")).getLineNumber());
    assertThrows(ScriptException.class, () -> js.eval("Promise.reject(new Error('later'))"));
    assertThrows(ScriptException.class, () -> js.eval("const a = []; a[0] = a; a"));
  }

  @Test
  void eval_exit_isNullOrAnError() throws ScriptException {
    assertNull(js.eval("std.exit(0); 1"));
    assertThrows(ScriptException.class, () -> js.eval("std.exit(3)"));
  }

  @Test
  void h9_script_reachesNoClass() throws ScriptException {
    assertEquals(
        List.of("undefined", "undefined", "undefined", "undefined"),
        js.eval("[typeof Java, typeof java, typeof Packages, typeof load]"));
  }

  @Test
  void eval_scriptThatSpoilsWhatEvaluatesIt_harmsItselfAlone() throws ScriptException {
    assertEquals(
        1, js.eval("JSON.stringify = () => 'x'; std.write = () => {}; Object.keys = 1; 1"));
    assertEquals("{}", js.eval("JSON.stringify({})"));
  }

  @Test
  void l1_everyLimit_isAnException() {
    Limits limits = Limits.builder().fuel(30_000_000).outputBytes(100_000).build();
    try (Engine engine = Engine.create()) {
      ScriptEngine small =
          ClocheScriptEngine.of(engine, SessionOptions.of(limits, Optional.empty()));
      small.getContext().setWriter(out);

      assertEquals(LimitKind.FUEL, limit(small, "for (;;);"));
      assertEquals(LimitKind.OUTPUT, limit(small, "for (;;) console.log('x'.repeat(10000))"));
    }
  }

  private static LimitKind limit(ScriptEngine engine, String script) {
    return assertThrows(ScriptLimitException.class, () -> engine.eval(script)).outcome().which();
  }

  @Test
  void eval_afterItsEngineWasClosed_isRefused() {
    Engine engine = Engine.create();
    ScriptEngine late =
        ClocheScriptEngine.of(engine, SessionOptions.of(Limits.defaults(), Optional.empty()));
    engine.close();

    assertThrows(IllegalStateException.class, () -> late.eval("1"));
  }

  @Test
  void eval_memoryThatIsUsedUp_isAnErrorOfTheScript() {
    ScriptException error =
        assertThrows(ScriptException.class, () -> js.eval("let a = 'x'; for (;;) a += a"));

    assertInstanceOf(ScriptException.class, error);
  }

  @Test
  void of_workspaceOfTheCaller_isShared() throws ScriptException {
    try (Engine engine = Engine.create();
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      workspace.writeFile("/in.txt", new byte[] {'h', 'i'});
      ScriptEngine shared =
          ClocheScriptEngine.of(
              engine, SessionOptions.of(Limits.defaults(), Optional.of(workspace)));

      assertEquals("hi", shared.eval("std.writeFile('/out.txt', 'x'); std.readFile('/in.txt')"));
      assertEquals(1, workspace.readFile("/out.txt").length);
    }
  }

  @Test
  void endedException_hasItsOutcome() {
    assertInstanceOf(
        Outcome.Refused.class, new ScriptEndedException(new Outcome.Refused("no")).outcome());
  }
}
