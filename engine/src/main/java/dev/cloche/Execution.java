package dev.cloche;

/** How an engine runs WebAssembly code. Results and fuel are the same in each. */
public enum Execution {
  /**
   * Starts a module that nobody has compiled yet in the interpreter, and compiles it meanwhile:
   * later calls are compiled, and a running one goes on in compiled code from its next call of a
   * function. A module that was compiled before, or comes compiled, is never interpreted.
   */
  TIERED,
  /**
   * Compiles a module to Java bytecode before its first call, once per engine. Interpreted is what
   * cannot be compiled: a function too large for a Java method, or a module whose compilation takes
   * too long or more heap than there is.
   */
  COMPILED,
  /** Interprets. Starts sooner, runs some 50 times slower. */
  INTERPRETED
}
