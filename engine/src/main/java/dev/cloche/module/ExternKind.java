package dev.cloche.module;

/** What can be imported and exported (WebAssembly 2.0, 2.5.10). */
public enum ExternKind {
  /** A function. */
  FUNCTION,
  /** A table. */
  TABLE,
  /** A memory. */
  MEMORY,
  /** A global. */
  GLOBAL;

  /** Reads the byte that stands for a kind. */
  static ExternKind read(ByteCursor in) throws ModuleException {
    int at = in.position();
    int code = in.u8();
    if (code == 4) {
      throw in.off(Feature.EXCEPTION_HANDLING, at);
    }
    if (code > 3) {
      throw in.refuse(
          Rule.EXTERN_KIND, at, "0x%02x is no kind of import or export".formatted(code));
    }
    return values()[code];
  }
}
