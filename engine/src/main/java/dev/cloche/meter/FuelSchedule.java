package dev.cloche.meter;

import dev.cloche.module.Opcodes;

/**
 * What costs how much fuel: schedule 3. docs/fuel.md holds the same table for people.
 *
 * <p>A change of any number is a new version, since fuel figures are recorded and compared, and
 * since compiled code is cached under the version.
 */
public final class FuelSchedule {

  /** The version of this table. */
  public static final int VERSION = 3;

  /**
   * Of blocks that begin directly one inside another, this many cost 1 together. Compilers put a
   * block for each case of a switch around its {@code br_table}; compiled code does nothing for
   * them, and an interpreter little.
   */
  static final int NESTED_BLOCKS = 16;

  /** Bulk instructions on linear memory add 1 for this many bytes, as a power of two: 8. */
  static final int BULK_BYTES_LOG2 = 3;

  /** {@code memory.grow} adds this for each new page, as a power of two: the page's 64 KiB / 8. */
  static final int GROW_PAGE_LOG2 = 16 - BULK_BYTES_LOG2;

  /**
   * What a frame weighs beside its locals and operands, in bytes: an engine's own bookkeeping for
   * one call. Chicory's interpreter takes the most, near 1 KiB of Java stack.
   */
  static final int FRAME_BASE_BYTES = 512;

  /** The weight of a local or an operand, in bytes. */
  static final int FRAME_SLOT_BYTES = 8;

  /** What the frames of one guest may weigh together: 64 MiB. */
  public static final int STACK_BYTES = 64 << 20;

  /** What functions that cannot recurse may weigh together without being counted. */
  static final int UNCOUNTED_BYTES = 64 << 10;

  /** So many parameters and locals are in the price of a call. */
  static final int FREE_LOCALS = 64;

  /** Further ones add 1 for this many, as a power of two: 8. */
  static final int LOCALS_LOG2 = 3;

  /**
   * The most that a small function may cost for its callers to pay for it, and for it not to look
   * at the counter.
   */
  static final int LEAF_COST = 128;

  /**
   * What loops whose rounds are counted beforehand may cost together, in one function, for all
   * their rounds to be in the run that they stand in.
   */
  static final int COUNTED_LOOPS_COST = 1 << 16;

  private FuelSchedule() {}

  /** Whether an instruction costs more where an operand is larger. */
  static boolean growsWithOperand(int opcode) {
    return switch (opcode) {
      case Opcodes.MEMORY_FILL,
          Opcodes.MEMORY_COPY,
          Opcodes.MEMORY_INIT,
          Opcodes.MEMORY_GROW,
          Opcodes.TABLE_FILL,
          Opcodes.TABLE_COPY,
          Opcodes.TABLE_INIT,
          Opcodes.TABLE_GROW ->
          true;
      default -> false;
    };
  }

  /** What a function's entry costs for setting up this many parameters and locals. */
  static int localsCost(int locals) {
    return Math.max(0, locals - FREE_LOCALS) >> LOCALS_LOG2;
  }

  /**
   * The fuel of one execution of an instruction, before any part that grows with operands. {@code
   * end} and {@code else} mark places and {@code nop} says it does nothing; all else counts.
   */
  static int cost(int opcode) {
    return opcode == Opcodes.END || opcode == Opcodes.ELSE || opcode == Opcodes.NOP ? 0 : 1;
  }

  /**
   * The fuel of one execution of a {@code block}.
   *
   * @param nested how many blocks begin before it that it is directly inside of, with no other
   *     instruction between
   */
  static int blockCost(int nested) {
    return nested % NESTED_BLOCKS == 0 ? 1 : 0;
  }

  /** The weight of one frame of a function with this many locals and operands. */
  static int frameBytes(int locals, int maxHeight) {
    return FRAME_BASE_BYTES + FRAME_SLOT_BYTES * (locals + maxHeight);
  }
}
