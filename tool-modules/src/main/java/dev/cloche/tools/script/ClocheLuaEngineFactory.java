package dev.cloche.tools.script;

/**
 * Makes script engines for Lua, by the name {@code cloche-lua}. It claims no extension and no MIME
 * type: who asks for those gets what it got before.
 */
public final class ClocheLuaEngineFactory extends LanguageFactory {

  /** Makes a factory; {@link java.util.ServiceLoader} does. */
  public ClocheLuaEngineFactory() {
    super(ScriptLanguage.LUA);
  }
}
