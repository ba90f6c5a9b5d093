package dev.cloche.host;

/**
 * What of a sandbox depends on its command, and is set up before that is known.
 *
 * @param networked whether it is in the network namespace of the session, where the forwarder is,
 *     and not in one of its own
 * @param secrets whether it has a place for files with secrets
 */
record SandboxKind(boolean networked, boolean secrets) {
  /** For a command that reaches nothing and finds no secret in a file. */
  static final SandboxKind PLAIN = new SandboxKind(false, false);

  /** Whether a command of another kind can run in one of this: a place for secrets is no harm. */
  boolean canServe(SandboxKind asked) {
    return networked == asked.networked && (secrets || !asked.secrets);
  }
}
