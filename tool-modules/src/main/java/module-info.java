/** The bundled tools and their catalogue. */
module dev.cloche.tools {
  requires transitive dev.cloche.engine;
  requires transitive java.scripting;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  exports dev.cloche.tools;
  exports dev.cloche.tools.script;

  provides javax.script.ScriptEngineFactory with
      dev.cloche.tools.script.ClocheScriptEngineFactory,
      dev.cloche.tools.script.ClochePythonEngineFactory,
      dev.cloche.tools.script.ClocheLuaEngineFactory;

  // The engine reads a tool that is packaged here.
  opens dev.cloche.tools to
      dev.cloche.engine;
}
