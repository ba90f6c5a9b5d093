package dev.cloche.audit;

/** Where records go: a log, or nowhere if a session has none. */
@FunctionalInterface
interface Recorder {

  /** Throws {@link AuditException} if it could not be recorded. */
  void append(Draft draft);
}
