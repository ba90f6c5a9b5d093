package dev.cloche.meter;

/**
 * The instructions that the pass inserts, over the indexes of one function.
 *
 * <p>Every sequence leaves the operand stack as it found it, and none branches outside itself, so
 * that a sequence can stand anywhere between two instructions.
 */
final class MeterCode {

  private static final int IF = 0x04;
  private static final int ELSE = 0x05;
  private static final int END = 0x0B;
  private static final int BR_IF = 0x0D;
  private static final int VOID = 0x40;
  private static final int LOCAL_GET = 0x20;
  private static final int LOCAL_SET = 0x21;
  private static final int LOCAL_TEE = 0x22;
  private static final int GLOBAL_GET = 0x23;
  private static final int GLOBAL_SET = 0x24;
  private static final int I32_CONST = 0x41;
  private static final int I32_LT_S = 0x48;
  private static final int I32_GE_U = 0x4F;
  private static final int I32_NE = 0x47;
  private static final int I32_ADD = 0x6A;
  private static final int I32_SUB = 0x6B;
  private static final int I32_OR = 0x72;
  private static final int I32_SHL = 0x74;
  private static final int I32_SHR_U = 0x76;
  private static final int REF_NULL = 0xD0;
  private static final int FUNCREF = 0x70;
  private static final int PREFIX = 0xFC;
  private static final int TABLE_GROW = 15;

  /**
   * No table and no element segment reaches this: an operand at or above it is out of bounds, and
   * two below it add up without overflow.
   */
  private static final int TABLE_OPERAND_BOUND = 1 << 30;

  private final WasmWriter out;
  private final int fuelGlobal;
  private final int stackGlobal;
  private final int refuelTable;

  /**
   * The local that holds the counter; three scratch locals follow it, then one of each reference
   * type.
   */
  private final int fuel;

  /**
   * Whether the counter is kept in the local while the function runs; else it stays in its global,
   * and the local serves for checks alone.
   */
  private final boolean cached;

  private boolean counterUsed;
  private boolean scratchUsed;
  private boolean funcrefUsed;
  private boolean externrefUsed;

  MeterCode(WasmWriter out, Meter.Indexes indexes, int firstLocal, boolean cached) {
    this.out = out;
    this.cached = cached;
    this.fuelGlobal = indexes.fuelGlobal();
    this.stackGlobal = indexes.stackGlobal();
    this.refuelTable = indexes.refuelTable();
    this.fuel = firstLocal;
  }

  /** Loads the counter, charges the first run, takes the frame's weight, and checks both. */
  void enter(int cost, int frameBytes) {
    if (frameBytes != 0) {
      out.u8(GLOBAL_GET).u32(stackGlobal).u8(I32_CONST).s32(frameBytes).u8(I32_SUB);
      out.u8(GLOBAL_SET).u32(stackGlobal);
    }
    subtract(GLOBAL_GET, fuelGlobal, cost);
    keep();
    if (frameBytes != 0) {
      out.u8(GLOBAL_GET).u32(stackGlobal).u8(I32_OR);
    }
    leaveIfNegative();
  }

  /** Loads the counter and charges the first run. */
  void enterUnchecked(int cost) {
    subtract(GLOBAL_GET, fuelGlobal, cost);
    if (cached) {
      counterUsed = true;
      out.u8(LOCAL_SET).u32(fuel);
    } else {
      out.u8(GLOBAL_SET).u32(fuelGlobal);
    }
  }

  private void subtract(int get, int from, int cost) {
    out.u8(get).u32(from).u8(I32_CONST).s32(cost).u8(I32_SUB);
  }

  /** Puts the counter where it is kept, and leaves it on the stack to be checked. */
  private void keep() {
    counterUsed = true;
    out.u8(LOCAL_TEE).u32(fuel);
    if (!cached) {
      out.u8(GLOBAL_SET).u32(fuelGlobal).u8(LOCAL_GET).u32(fuel);
    }
  }

  /** Gives the frame's weight back and stores the counter. */
  void exit(int frameBytes) {
    if (frameBytes != 0) {
      out.u8(GLOBAL_GET).u32(stackGlobal).u8(I32_CONST).s32(frameBytes).u8(I32_ADD);
      out.u8(GLOBAL_SET).u32(stackGlobal);
    }
    store();
  }

  void store() {
    if (cached) {
      out.u8(LOCAL_GET).u32(fuel).u8(GLOBAL_SET).u32(fuelGlobal);
    }
  }

  void load() {
    if (cached) {
      out.u8(GLOBAL_GET).u32(fuelGlobal).u8(LOCAL_SET).u32(fuel);
    }
  }

  void charge(int cost) {
    if (cached) {
      subtract(LOCAL_GET, fuel, cost);
      out.u8(LOCAL_SET).u32(fuel);
    } else {
      subtract(GLOBAL_GET, fuelGlobal, cost);
      out.u8(GLOBAL_SET).u32(fuelGlobal);
    }
  }

  void chargeAndCheck(int cost) {
    subtract(cached ? LOCAL_GET : GLOBAL_GET, cached ? fuel : fuelGlobal, cost);
    keep();
    leaveIfNegative();
  }

  /** At the head of a quiet loop: charges a round, or goes where there is more fuel. */
  void chargeOrBranch(int cost, int depth) {
    out.u8(LOCAL_GET).u32(fuel).u8(I32_CONST).s32(cost).u8(I32_LT_S).u8(BR_IF).u32(depth);
    charge(cost);
  }

  /** Asks for fuel as a round of this cost would, and leaves enough for it. */
  void refuelFor(int cost) {
    charge(cost);
    refuel();
    charge(-cost);
  }

  /** Charges a bulk instruction on memory, whose length is on top of the stack, and checks. */
  void chargeMemoryBulk() {
    setScratch(0);
    out.u8(LOCAL_GET).u32(fuel);
    getScratch(0);
    out.u8(I32_CONST).s32(FuelSchedule.BULK_BYTES_LOG2).u8(I32_SHR_U).u8(I32_SUB);
    out.u8(LOCAL_TEE).u32(fuel);
    leaveIfNegative();
    getScratch(0);
  }

  /**
   * Charges {@code table.copy} or {@code table.init}, and turns operands that Chicory 1.7.5 would
   * let overflow into a length that it rejects.
   */
  void chargeTableBulk() {
    setScratch(0);
    setScratch(1);
    setScratch(2);
    getScratch(2);
    getScratch(1);
    out.u8(I32_OR);
    chargeTableLength();
    getScratch(2);
    getScratch(1);
    getScratch(0);
  }

  /** Charges {@code table.fill} on a table of this element type, likewise. */
  void chargeTableFill(boolean funcref) {
    int value = funcref ? fuel + 4 : fuel + 5;
    funcrefUsed |= funcref;
    externrefUsed |= !funcref;
    setScratch(0);
    out.u8(LOCAL_SET).u32(value);
    setScratch(1);
    getScratch(1);
    chargeTableLength();
    getScratch(1);
    out.u8(LOCAL_GET).u32(value);
    getScratch(0);
  }

  /** On the stack: the other operands, or'ed. In scratch 0: the length, which may become -1. */
  private void chargeTableLength() {
    getScratch(0);
    out.u8(I32_OR).u8(I32_CONST).s32(TABLE_OPERAND_BOUND).u8(I32_GE_U);
    out.u8(IF).u8(VOID).u8(I32_CONST).s32(-1);
    setScratch(0);
    out.u8(ELSE).u8(LOCAL_GET).u32(fuel);
    getScratch(0);
    out.u8(I32_SUB).u8(LOCAL_SET).u32(fuel).u8(END);
    out.u8(LOCAL_GET).u32(fuel);
    leaveIfNegative();
  }

  /** Keeps the operand of a grow instruction that follows. */
  void beforeGrow() {
    scratchUsed = true;
    out.u8(LOCAL_TEE).u32(fuel + 1);
  }

  /** Charges for what was added, if it was, times a power of two. */
  void chargeGrowth(int log2) {
    out.u8(LOCAL_TEE).u32(fuel + 2).u8(I32_CONST).s32(-1).u8(I32_NE).u8(IF).u8(VOID);
    out.u8(LOCAL_GET).u32(fuel);
    getScratch(0);
    if (log2 != 0) {
      out.u8(I32_CONST).s32(log2).u8(I32_SHL);
    }
    out.u8(I32_SUB).u8(LOCAL_TEE).u32(fuel);
    leaveIfNegative();
    out.u8(END);
    getScratch(1);
  }

  /** Pops a number; where it is negative, asks the host for the next slice. */
  private void leaveIfNegative() {
    out.u8(I32_CONST).s32(0).u8(I32_LT_S).u8(IF).u8(VOID);
    refuel();
    if (!cached) {
      out.u8(LOCAL_GET).u32(fuel).u8(GLOBAL_SET).u32(fuelGlobal);
    }
    out.u8(END);
  }

  private void refuel() {
    out.u8(REF_NULL).u8(FUNCREF).u8(LOCAL_GET).u32(fuel);
    out.u8(PREFIX).u32(TABLE_GROW).u32(refuelTable).u8(LOCAL_SET).u32(fuel);
  }

  private void setScratch(int i) {
    scratchUsed = true;
    out.u8(LOCAL_SET).u32(fuel + 1 + i);
  }

  private void getScratch(int i) {
    out.u8(LOCAL_GET).u32(fuel + 1 + i);
  }

  /** How many groups {@link #declareLocals} writes. */
  int localGroups() {
    return externrefUsed ? 3 : funcrefUsed ? 2 : counterUsed ? 1 : 0;
  }

  /** Writes the declarations of the locals that the inserted code has used so far. */
  void declareLocals(WasmWriter declarations) {
    if (localGroups() > 0) {
      declarations.u32(scratchUsed ? 4 : 1).u8(0x7F);
    }
    if (localGroups() > 1) {
      declarations.u32(1).u8(FUNCREF);
    }
    if (externrefUsed) {
      declarations.u32(1).u8(0x6F);
    }
  }
}
