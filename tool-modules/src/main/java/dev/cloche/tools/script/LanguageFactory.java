package dev.cloche.tools.script;

import dev.cloche.Engine;
import java.util.List;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the factories of all languages share. They claim no extension and no MIME type: who asks for
 * {@code js} gets what it got before.
 */
abstract sealed class LanguageFactory implements ScriptEngineFactory
    permits ClocheScriptEngineFactory, ClochePythonEngineFactory, ClocheLuaEngineFactory {

  /** One for the process, made with the first script engine: its tools are prepared once. */
  private static final class Shared {
    static final Engine ENGINE = Engine.create();

    private Shared() {}
  }

  private final ScriptLanguage language;

  LanguageFactory(ScriptLanguage language) {
    this.language = language;
  }

  /** Of its own for each language: a manager keeps one factory of a name. */
  @Override
  public String getEngineName() {
    return "Cloche " + language.title();
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
    return List.of(language.engineName());
  }

  @Override
  public String getLanguageName() {
    return language.title();
  }

  @Override
  public String getLanguageVersion() {
    return language.version();
  }

  /** Evaluations share nothing but the bindings that they are given, which are the caller's. */
  @Override
  public @Nullable Object getParameter(String key) {
    return switch (key) {
      case ScriptEngine.ENGINE -> getEngineName();
      case ScriptEngine.ENGINE_VERSION -> getEngineVersion();
      case ScriptEngine.NAME -> language.engineName();
      case ScriptEngine.LANGUAGE -> getLanguageName();
      case ScriptEngine.LANGUAGE_VERSION -> getLanguageVersion();
      case "THREADING" -> "THREAD-ISOLATED";
      default -> null;
    };
  }

  @Override
  public String getMethodCallSyntax(String object, String method, String... arguments) {
    return object + language.ofObject() + method + "(" + String.join(", ", arguments) + ")";
  }

  @Override
  public String getOutputStatement(String text) {
    return language.print() + "(" + JsonValues.quote(text) + ")";
  }

  @Override
  public String getProgram(String... statements) {
    return String.join(language.between(), statements) + language.between();
  }

  /**
   * Returns an engine without network and files, with the limits of {@link Engine#create}; for
   * others see {@link ClocheScriptEngine#of}.
   *
   * @throws IllegalStateException if the interpreter was not built
   */
  @Override
  public ScriptEngine getScriptEngine() {
    return ClocheScriptEngine.shared(this, language, Shared.ENGINE);
  }
}
