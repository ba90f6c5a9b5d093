package dev.cloche.bench;

/** Whose instances and calls are measured. */
public enum StartColumn {
  /** The engine. */
  CLOCHE,
  /** Its peer: stock Chicory for instances, quickjs4j for script calls. */
  PEER
}
