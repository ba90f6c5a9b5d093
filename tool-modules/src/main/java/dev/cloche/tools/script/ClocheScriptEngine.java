package dev.cloche.tools.script;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.io.Reader;
import java.util.Optional;
import javax.script.AbstractScriptEngine;
import javax.script.Bindings;
import javax.script.ScriptContext;
import javax.script.ScriptEngineFactory;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates JavaScript, Python or Lua in the sandbox, one call for each script.
 *
 * <p>Bindings go in as JSON values, and those that the script changes, and global variables that it
 * makes, come back the same way; the value of its last expression is the result (of a promise in
 * JavaScript what it is fulfilled with; of a chunk in Lua that is no expression what it returns).
 * Functions and objects of Java cannot be passed, and nothing else survives an evaluation. What the
 * script prints goes to the context's writers when it has ended.
 *
 * <p>An error of the script is a {@link ScriptException} with its line, a limit a {@link
 * ScriptLimitException}, every other ending a {@link ScriptEndedException}.
 *
 * <p>Evaluations may overlap if each has bindings of its own.
 */
public final class ClocheScriptEngine extends AbstractScriptEngine {

  private static final String NAME = "script";

  private final ScriptEngineFactory factory;
  private final Engine engine;
  private final SessionOptions options;
  private final ScriptLanguage language;
  private final Tool evaluator;

  private ClocheScriptEngine(
      ScriptEngineFactory factory, ScriptLanguage language, Engine engine, SessionOptions options) {
    this.factory = factory;
    this.language = language;
    this.engine = engine;
    this.options = options;
    evaluator = BundledTools.script(language.interpreter(), NAME, language.evaluator());
  }

  /**
   * Returns a script engine for JavaScript whose scripts run in sessions of the caller's making:
   * with its policy, and in its workspace if it brings one; else each evaluation has an empty one.
   *
   * @param engine runs the scripts; stays the caller's to close
   * @throws IllegalStateException if the interpreter was not built
   */
  public static ClocheScriptEngine of(Engine engine, SessionOptions options) {
    return of(ScriptLanguage.JS.interpreter(), engine, options);
  }

  /**
   * Returns the same for another language.
   *
   * @param interpreter the bundled tool: {@code js}, {@code python} or {@code lua}
   * @param engine runs the scripts; stays the caller's to close
   * @throws IllegalArgumentException if scripts are not evaluated in that language
   * @throws IllegalStateException if the interpreter was not built
   */
  public static ClocheScriptEngine of(String interpreter, Engine engine, SessionOptions options) {
    ScriptLanguage language =
        ScriptLanguage.of(interpreter)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no script engine for "
                            + JsonValues.quote(interpreter)
                            + "; there are js, python and lua"));
    return new ClocheScriptEngine(language.factory(), language, engine, options);
  }

  static ClocheScriptEngine shared(
      ScriptEngineFactory factory, ScriptLanguage language, Engine engine) {
    return new ClocheScriptEngine(
        factory, language, engine, SessionOptions.of(Limits.defaults(), Optional.empty()));
  }

  @Override
  public @Nullable Object eval(String script, ScriptContext context) throws ScriptException {
    return new Evaluation(language, context, script).run(engine, options, evaluator);
  }

  @Override
  public @Nullable Object eval(Reader reader, ScriptContext context) throws ScriptException {
    StringBuilder script = new StringBuilder();
    char[] buffer = new char[8_192];
    try {
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        script.append(buffer, 0, n);
        if (script.length() > Tool.MAX_SCRIPT_BYTES) {
          throw new ScriptException("the script is larger than 1Mi");
        }
      }
    } catch (IOException e) {
      throw new ScriptException(e);
    }
    return eval(script.toString(), context);
  }

  @Override
  public Bindings createBindings() {
    return new SimpleBindings();
  }

  @Override
  public ScriptEngineFactory getFactory() {
    return factory;
  }
}
