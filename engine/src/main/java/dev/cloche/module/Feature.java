package dev.cloche.module;

import java.util.Locale;

/**
 * WebAssembly proposals, on and off. A module that uses one that is off is refused, with the reason
 * given here.
 */
public enum Feature {
  /** Sign-extension operators (WebAssembly 2.0). */
  SIGN_EXTENSION("sign extension", ""),
  /** Non-trapping float-to-int conversions (WebAssembly 2.0). */
  SATURATING_FLOAT_TO_INT("saturating float-to-int conversion", ""),
  /** More than one result, and blocks with parameters (WebAssembly 2.0). */
  MULTI_VALUE("multi-value", ""),
  /** Bulk memory and table instructions, passive segments (WebAssembly 2.0). */
  BULK_MEMORY("bulk memory", ""),
  /** {@code externref}, several tables, table instructions (WebAssembly 2.0). */
  REFERENCE_TYPES("reference types", ""),
  /** Imported or exported mutable globals. */
  MUTABLE_GLOBALS("mutable globals", ""),
  /** Addition, subtraction and multiplication in constant expressions. */
  EXTENDED_CONST("extended constant expressions", ""),

  /** {@code return_call} and {@code return_call_indirect}. */
  TAIL_CALLS(
      "the tail call proposal",
      "the compiler makes ordinary calls of them, so their stack depth could not be kept"),
  /** 128-bit vectors. */
  SIMD("the SIMD proposal", "the compiler does not support vector instructions"),
  /** Relaxed vector instructions. */
  RELAXED_SIMD("the relaxed SIMD proposal", "its results are not deterministic"),
  /** Shared memory and atomic instructions. */
  THREADS(
      "the threads proposal", "shared memory and waiting would escape metering and determinism"),
  /** 64-bit memories and tables. */
  MEMORY64("the memory64 proposal", "the engine addresses memory with 32 bits"),
  /** More than one memory. */
  MULTI_MEMORY("the multi-memory proposal", "the memory limit is kept for one memory"),
  /** Structs, arrays, subtyping and recursive types. */
  GC("the garbage collection proposal", "its objects would live outside the memory limit"),
  /** Typed function references, {@code call_ref}, tables with an initial value. */
  TYPED_FUNCTION_REFERENCES(
      "the typed function references proposal", "its calls could not be metered"),
  /** {@code try_table}, {@code throw}, tags. */
  EXCEPTION_HANDLING(
      "the exception handling proposal", "its compilation is faulty in the engine's version"),
  /** {@code try}, {@code catch}, {@code delegate}, {@code rethrow}. */
  LEGACY_EXCEPTION_HANDLING(
      "the legacy exception handling proposal", "the engine does not implement it"),
  /** Memories with pages of another size than 64 KiB. */
  CUSTOM_PAGE_SIZES("the custom page sizes proposal", "the engine's pages are 64 KiB");

  private final String title;
  private final String reason;

  Feature(String title, String reason) {
    this.title = title;
    this.reason = reason;
  }

  /** Returns whether modules may use it. */
  public boolean isOn() {
    return reason.isEmpty();
  }

  /**
   * Returns its stable name in lower case, words parted by hyphens, such as {@code bulk-memory}.
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String title() {
    return title;
  }

  /** Returns why it is off, or an empty string if it is on. */
  public String reason() {
    return reason;
  }
}
