/** The bundled tools and their catalogue. */
module dev.cloche.tools {
  requires com.fasterxml.jackson.databind;
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  exports dev.cloche.tools;
}
