/**
 * All that a guest can touch: the workspace, {@code wasi_snapshot_preview1} and the host functions
 * of Extism.
 *
 * <p>The file tree itself, {@code dev.cloche.workspace.tree}, is not exported: embedders use the
 * {@link dev.cloche.workspace.Workspace} facade, guests the functions of {@link
 * dev.cloche.wasi.Wasi}.
 */
module dev.cloche.shim {
  requires transitive com.dylibso.chicory.runtime;
  requires transitive com.dylibso.chicory.wasm;
  requires com.fasterxml.jackson.core;
  requires okhttp3;
  requires org.apache.commons.compress;
  requires static org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.cloche.egress;
  exports dev.cloche.extism;
  exports dev.cloche.wasi;
  exports dev.cloche.workspace;
  exports dev.cloche.workspace.image;
}
