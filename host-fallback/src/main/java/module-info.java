/** Native commands in a sandbox of the operating system, in the workspace of a session. */
module dev.cloche.host {
  requires transitive dev.cloche.engine;
  requires org.apache.commons.compress;
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  exports dev.cloche.host;
}
