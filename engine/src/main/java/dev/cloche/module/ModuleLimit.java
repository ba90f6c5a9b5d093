package dev.cloche.module;

import java.util.Locale;

/**
 * What a module may not have too much of.
 *
 * <p>The defaults leave room above the largest guests in use (interpreters, SQLite, programs of Go
 * and .NET), and bound what the worst module that passes makes parser and compiler spend. Where a
 * comment says "as in browsers", the value is that of the WebAssembly JavaScript interface.
 */
public enum ModuleLimit {
  /** Bytes of the module: 64 MiB, twice a CPython with its library. */
  MODULE_BYTES(64L << 20, "bytes"),
  /** Entries of the type section: 10,000, since some linkers repeat types. */
  TYPES(10_000, "types"),
  /**
   * Different types: 1,000; the compiler makes a dispatch method of each. QuickJS and .NET modules
   * were seen with about 110.
   */
  DISTINCT_TYPES(1_000, "different types"),
  /**
   * Parameters of one type: 255, what a Java method takes; beyond it code gets slow. All of them
   * move for one instruction's fuel.
   */
  PARAMETERS(255, "parameters"),
  /** Results of one type: 128; compilers return a handful. They move for one instruction's fuel. */
  RESULTS(128, "results"),
  /** Parameters and results of all types: 100,000; the parser makes an object of each. */
  TYPE_VALUES(100_000, "parameters and results"),
  /** Functions, imports included: 50,000; a .NET module of 2.7 MiB has 5,120. */
  FUNCTIONS(50_000, "functions"),
  /**
   * Different types times functions: 10 million. For each type the compiler looks at the type of
   * each function: 8 million pairs were measured to compile in 3 seconds with 10,000 functions, and
   * in 17 with 40,000. A type that equals an earlier one does not count here, so it must not reach
   * the compiler.
   */
  TYPES_TIMES_FUNCTIONS(10_000_000, "pairs of a different type and a function"),
  /** Imports: 1,000; linking is quadratic in them. WASI has 46 functions. */
  IMPORTS(1_000, "imports"),
  /** Exports: 10,000. */
  EXPORTS(10_000, "exports"),
  /** Globals, imports included: 10,000. */
  GLOBALS(10_000, "globals"),
  /** Tables, imports included: 100, as in browsers. */
  TABLES(100, "tables"),
  /** Initial entries of all tables: 1 million, 8 MiB of heap. */
  TABLE_ENTRIES(1_000_000, "initial table entries"),
  /** Initial pages of 64 KiB: 32,767, the most that one Java array holds. */
  MEMORY_PAGES(32_767, "initial memory pages"),
  /** Element segments: 10,000. */
  ELEMENT_SEGMENTS(10_000, "element segments"),
  /** Entries of all element segments: 200,000; the parser makes five objects of each. */
  ELEMENT_ENTRIES(200_000, "element entries"),
  /** Data segments: 100,000, as in browsers; Go makes thousands. */
  DATA_SEGMENTS(100_000, "data segments"),
  /** Custom sections: 1,000; debug information needs about ten. */
  CUSTOM_SECTIONS(1_000, "custom sections"),
  /** Bytes of one name: 100,000, as in browsers. */
  NAME_BYTES(100_000, "bytes"),
  /** Parameters and declared locals of one function: 50,000, as in browsers. */
  LOCALS_PER_FUNCTION(50_000, "locals"),
  /**
   * Parameters, results and declared locals of all functions: 2 million. The parser writes each one
   * out; 5 million were measured to take 2 to 4 seconds.
   */
  TOTAL_LOCALS(2_000_000, "locals in all"),
  /** Bytes of one function body: 4 MiB; the largest of QuickJS and .NET have 40 to 60 KiB. */
  BODY_BYTES(4L << 20, "bytes"),
  /**
   * Instructions of all bodies and constant expressions, targets of {@code br_table} counted too: 8
   * million. The parser was measured to keep 70 bytes of each and to take one or two microseconds
   * over it; a Go program of 2 MiB has 0.7 million.
   */
  INSTRUCTIONS(8_000_000, "instructions"),
  /** Blocks open at once: 10,000; Go and LLVM nest one block for each case of a switch. */
  NESTING(10_000, "nested blocks"),
  /** Targets of one {@code br_table}: 65,536, as in browsers. */
  BR_TABLE_TARGETS(65_536, "branch targets"),
  /**
   * Label depths of all branches, summed: 200 million. The parser walks from each branch out to its
   * label, so deep branches in deep nests cost their product.
   */
  BRANCH_DEPTHS(200_000_000, "levels crossed by branches"),
  /** Operands on the stack of one function: 10,000; a Java method cannot hold many more. */
  OPERANDS(10_000, "operands on the stack"),
  /**
   * Operands that calls, branches and blocks of one body handle: 1 million. The compiler writes
   * code for each value that a call takes or returns and that a branch drops or keeps, and copies
   * its model of the stack at each block, so a few bytes can cost thousands of times their size.
   * QuickJS, .NET and Go programs were measured below 3,000.
   */
  MOVES_PER_FUNCTION(1_000_000, "operands handled by calls, branches and blocks"),
  /** The same of all bodies: 32 million. */
  TOTAL_MOVES(32_000_000, "operands handled by calls, branches and blocks in all");

  private final long standard;
  private final String noun;

  ModuleLimit(long standard, String noun) {
    this.standard = standard;
    this.noun = noun;
  }

  /** Returns the default, in the unit that the constant names. */
  public long standard() {
    return standard;
  }

  /** Returns its stable name in lower case, words parted by hyphens, such as {@code nesting}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String noun() {
    return noun;
  }
}
