/** The embedder's API and the life of a call. */
module dev.cloche.engine {
  requires transitive dev.cloche.shim;
  requires com.dylibso.chicory.compiler;
  requires com.dylibso.chicory.runtime;
  requires com.dylibso.chicory.wasm;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires com.networknt.schema;
  requires java.management;
  requires static jdk.jfr;
  requires static jdk.management;
  requires org.objectweb.asm;
  requires org.objectweb.asm.commons;
  requires org.objectweb.asm.tree;
  requires org.slf4j;
  requires re2j;
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  exports dev.cloche.audit;
  exports dev.cloche.credential;
  exports dev.cloche.policy;
  exports dev.cloche.replay;
  exports dev.cloche.signature;
  exports dev.cloche;

  // Recordings are read and written by the names of record components.
  opens dev.cloche.replay to
      com.fasterxml.jackson.databind;
}
