package dev.cloche.module;

/** What follows the opcode of an instruction in the binary format (WebAssembly 2.0, 5.4). */
public enum Immediate {
  /** Nothing. */
  NONE,
  /** A block type. */
  BLOCK,
  /** A label depth. */
  LABEL,
  /** Label depths and the default label. */
  LABELS,
  /** A function index. */
  FUNCTION,
  /** A type index and a table index. */
  TYPE_TABLE,
  /** A local index. */
  LOCAL,
  /** A global index. */
  GLOBAL,
  /** A table index. */
  TABLE,
  /** An alignment exponent and an offset. */
  MEMARG,
  /** A memory index. */
  MEMORY,
  /** A signed 32-bit integer. */
  I32,
  /** A signed 64-bit integer. */
  I64,
  /** Four bytes of a float. */
  F32,
  /** Eight bytes of a float. */
  F64,
  /** A reference type. */
  REFERENCE_TYPE,
  /** A vector of value types. */
  VALUE_TYPES,
  /** A data segment index and a memory index. */
  DATA_MEMORY,
  /** A data segment index. */
  DATA,
  /** The memory copied to and the memory copied from. */
  MEMORY_MEMORY,
  /** An element segment index and a table index. */
  ELEMENT_TABLE,
  /** An element segment index. */
  ELEMENT,
  /** The table copied to and the table copied from. */
  TABLE_TABLE
}
