package dev.cloche.tools.script;

/**
 * Makes script engines for JavaScript, by the name {@code cloche-js}. It claims no extension and no
 * MIME type: who asks for those gets what it got before.
 */
public final class ClocheScriptEngineFactory extends LanguageFactory {

  /** Makes a factory; {@link java.util.ServiceLoader} does. */
  public ClocheScriptEngineFactory() {
    super(ScriptLanguage.JS);
  }
}
