package dev.cloche.tools.script;

/**
 * Makes script engines for Python, by the name {@code cloche-python}. It claims no extension and no
 * MIME type: who asks for those gets what it got before.
 */
public final class ClochePythonEngineFactory extends LanguageFactory {

  /** Makes a factory; {@link java.util.ServiceLoader} does. */
  public ClochePythonEngineFactory() {
    super(ScriptLanguage.PYTHON);
  }
}
