/** The bundled tools and their catalogue. */
module dev.cloche.tools {
  requires transitive dev.cloche.engine;
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  exports dev.cloche.tools;

  // The engine reads a tool that is packaged here.
  opens dev.cloche.tools to
      dev.cloche.engine;
}
