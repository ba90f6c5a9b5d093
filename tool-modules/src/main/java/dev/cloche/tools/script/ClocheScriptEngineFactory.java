package dev.cloche.tools.script;

import dev.cloche.Engine;
import java.util.List;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes script engines by the name {@code cloche-js}. It claims no extension and no MIME type: who
 * asks for {@code js} gets what it got before.
 */
public final class ClocheScriptEngineFactory implements ScriptEngineFactory {

  private static final String NAME = "cloche-js";

  /** One for the process, made with the first script engine: its tools are prepared once. */
  private static final class Shared {
    static final Engine ENGINE = Engine.create();

    private Shared() {}
  }

  /** Makes a factory; {@link java.util.ServiceLoader} does. */
  public ClocheScriptEngineFactory() {}

  @Override
  public String getEngineName() {
    return "Cloche";
  }

  @Override
  public String getEngineVersion() {
    return "1";
  }

  @Override
  public List<String> getExtensions() {
    return List.of();
  }

  @Override
  public List<String> getMimeTypes() {
    return List.of();
  }

  @Override
  public List<String> getNames() {
    return List.of(NAME);
  }

  @Override
  public String getLanguageName() {
    return "ECMAScript";
  }

  @Override
  public String getLanguageVersion() {
    return "2023";
  }

  /** Evaluations share nothing but the bindings that they are given, which are the caller's. */
  @Override
  public @Nullable Object getParameter(String key) {
    return switch (key) {
      case ScriptEngine.ENGINE -> getEngineName();
      case ScriptEngine.ENGINE_VERSION -> getEngineVersion();
      case ScriptEngine.NAME -> NAME;
      case ScriptEngine.LANGUAGE -> getLanguageName();
      case ScriptEngine.LANGUAGE_VERSION -> getLanguageVersion();
      case "THREADING" -> "THREAD-ISOLATED";
      default -> null;
    };
  }

  @Override
  public String getMethodCallSyntax(String object, String method, String... arguments) {
    return object + "." + method + "(" + String.join(", ", arguments) + ")";
  }

  @Override
  public String getOutputStatement(String text) {
    return "console.log(" + JsonValues.quote(text) + ")";
  }

  @Override
  public String getProgram(String... statements) {
    return String.join(";\n", statements) + ";\n";
  }

  /**
   * Returns an engine without network and files, with the limits of {@link Engine#create}; for
   * others see {@link ClocheScriptEngine#of}.
   *
   * @throws IllegalStateException if the interpreter was not built
   */
  @Override
  public ScriptEngine getScriptEngine() {
    return ClocheScriptEngine.shared(this, Shared.ENGINE);
  }
}
