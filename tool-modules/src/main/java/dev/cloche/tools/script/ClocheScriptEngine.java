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
 * Evaluates JavaScript in the sandbox, one call for each script.
 *
 * <p>Bindings go in as JSON values, and those that the script changes, and global variables that it
 * makes, come back the same way; the value of its last expression is the result, of a promise what
 * it is fulfilled with. Functions and objects of Java cannot be passed, and nothing else survives
 * an evaluation. What the script prints goes to the context's writers when it has ended.
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
  private final Tool evaluator = BundledTools.script("js", NAME, Evaluation.evaluator());

  private ClocheScriptEngine(ScriptEngineFactory factory, Engine engine, SessionOptions options) {
    this.factory = factory;
    this.engine = engine;
    this.options = options;
  }

  /**
   * Returns a script engine whose scripts run in sessions of the caller's making: with its policy,
   * and in its workspace if it brings one; else each evaluation has an empty one.
   *
   * @param engine runs the scripts; stays the caller's to close
   * @throws IllegalStateException if the interpreter was not built
   */
  public static ClocheScriptEngine of(Engine engine, SessionOptions options) {
    return new ClocheScriptEngine(new ClocheScriptEngineFactory(), engine, options);
  }

  static ClocheScriptEngine shared(ScriptEngineFactory factory, Engine engine) {
    return new ClocheScriptEngine(
        factory, engine, SessionOptions.of(Limits.defaults(), Optional.empty()));
  }

  @Override
  public @Nullable Object eval(String script, ScriptContext context) throws ScriptException {
    return new Evaluation(context, script).run(engine, options, evaluator);
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
