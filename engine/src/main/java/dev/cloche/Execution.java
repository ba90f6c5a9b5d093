package dev.cloche;

/** How an engine runs WebAssembly code. Results and fuel are the same either way. */
public enum Execution {
  /**
   * Compiles a module to Java bytecode before its first call, once per engine. A function too large
   * for a Java method is interpreted.
   */
  COMPILED,
  /** Interprets. Starts sooner, runs some 50 times slower. */
  INTERPRETED
}
