package dev.cloche;

/**
 * Why a guest trapped.
 *
 * <p>The texts are those of the WebAssembly specification's test suite, word for word.
 */
public enum TrapKind {
  UNREACHABLE("unreachable"),
  INTEGER_DIVIDE_BY_ZERO("integer divide by zero"),
  INTEGER_OVERFLOW("integer overflow"),
  INVALID_CONVERSION("invalid conversion to integer"),
  OUT_OF_BOUNDS_MEMORY("out of bounds memory access"),
  OUT_OF_BOUNDS_TABLE("out of bounds table access"),
  UNDEFINED_ELEMENT("undefined element"),
  UNINITIALIZED_ELEMENT("uninitialized element"),
  INDIRECT_CALL_TYPE_MISMATCH("indirect call type mismatch"),
  CALL_STACK_EXHAUSTED("call stack exhausted"),
  /** A fault that has no name in the specification. */
  OTHER("trap");

  private final String text;

  TrapKind(String text) {
    this.text = text;
  }

  /** The specification's text. */
  public String text() {
    return text;
  }
}
