package dev.cloche.module;

/**
 * Steps forward over the instructions of a range of bytes (WebAssembly 2.0, 5.4).
 *
 * <p>It decodes, and checks nothing but the encoding: it is safe on any bytes, and leaves indexes
 * and nesting to its user. Accessors speak of the instruction that the last {@link #next()} stepped
 * over, and those of immediates that this instruction does not have are undefined. Only {@code
 * br_table} allocates. Not thread-safe.
 *
 * <pre>{@code
 * CodeCursor code = new CodeCursor(module.bytes(), body.codeStart(), body.end());
 * while (code.next()) {
 *   if (code.opcode() == Opcodes.CALL) { ... code.index() ... }
 * }
 * }</pre>
 */
public final class CodeCursor {

  /** The three shapes of a block type. */
  public enum BlockKind {
    /** No parameters, no results. */
    EMPTY,
    /** One result of type {@link CodeCursor#valueType()}. */
    VALUE,
    /** The function type {@link CodeCursor#index()}. */
    TYPE_INDEX
  }

  private static final int[] NO_LABELS = {};
  private static final int EMPTY_BLOCK = 0x40;
  private static final int MULTI_MEMORY_FLAG = 0x40;

  private final ByteCursor in;
  private final long maxLabels;
  private int start;
  private int opcode;
  private int index;
  private int index2;
  private long offset;
  private long constant;
  private int align;
  private BlockKind blockKind = BlockKind.EMPTY;
  private ValueType valueType = ValueType.I32;
  private int[] labels = NO_LABELS;

  /** Creates a cursor over {@code bytes} from {@code start} up to, not including, {@code end}. */
  public CodeCursor(byte[] bytes, int start, int end) {
    this(new ByteCursor(bytes, start, end, "code section"), Integer.MAX_VALUE);
  }

  /** Creates a cursor that refuses a {@code br_table} of more than {@code maxLabels} targets. */
  CodeCursor(ByteCursor in, long maxLabels) {
    this.in = in;
    this.maxLabels = maxLabels;
    this.start = in.position();
  }

  /**
   * Steps over the next instruction.
   *
   * @return false if no byte is left
   * @throws ModuleException if the bytes encode no enabled instruction
   */
  public boolean next() throws ModuleException {
    if (!in.hasRemaining()) {
      return false;
    }
    start = in.position();
    opcode = in.u8();
    if (opcode == 0xFC) {
      opcode = prefixed();
    }
    Immediate immediate = Instructions.immediateOrNull(opcode);
    if (immediate == null) {
      throw unknownOpcode();
    }
    readImmediate(immediate);
    return true;
  }

  private int prefixed() throws ModuleException {
    long sub = in.u32();
    if (sub > Instructions.LAST_PREFIXED) {
      throw refuse(Rule.OPCODE, "0xfc %d is no instruction".formatted(sub));
    }
    return 0xFC00 | (int) sub;
  }

  private ModuleException unknownOpcode() throws ModuleException {
    long sub = opcode == 0xFD ? in.u32() : 0;
    return Instructions.disabledOwner(opcode, sub)
        .map(feature -> in.off(feature, start))
        .orElseGet(() -> refuse(Rule.OPCODE, "0x%02x is no instruction".formatted(opcode)));
  }

  private void readImmediate(Immediate immediate) throws ModuleException {
    switch (immediate) {
      case NONE -> {}
      case LABEL, FUNCTION, LOCAL, GLOBAL, TABLE, MEMORY, DATA, ELEMENT -> index = in.bits32();
      case TYPE_TABLE, DATA_MEMORY, MEMORY_MEMORY, ELEMENT_TABLE, TABLE_TABLE -> {
        index = in.bits32();
        index2 = in.bits32();
      }
      case BLOCK -> readBlockType();
      case LABELS -> readLabels();
      case MEMARG -> readMemarg();
      case I32 -> constant = in.signed(32);
      case I64 -> constant = in.signed(64);
      case F32 -> in.skip(4);
      case F64 -> in.skip(8);
      case REFERENCE_TYPE -> valueType = ValueType.readReference(in);
      case VALUE_TYPES -> readValueTypes();
    }
  }

  /** Reads 0x40, a value type or a non-negative signed 33-bit type index (5.4.1). */
  private void readBlockType() throws ModuleException {
    int at = in.position();
    long value = in.signed(33);
    if (value >= 0) {
      blockKind = BlockKind.TYPE_INDEX;
      index = (int) value;
    } else if (in.position() != at + 1) {
      throw in.refuse(Rule.BLOCK_TYPE, at, "a block type is a negative number");
    } else if ((value & 0x7F) == EMPTY_BLOCK) {
      blockKind = BlockKind.EMPTY;
    } else {
      blockKind = BlockKind.VALUE;
      valueType = ValueType.of((int) value & 0x7F, in, at);
    }
  }

  private void readLabels() throws ModuleException {
    int count = in.count(1, "branch targets");
    if (count > maxLabels) {
      throw in.over(ModuleLimit.BR_TABLE_TARGETS, start, "a br_table has", count, maxLabels);
    }
    labels = new int[count + 1];
    for (int i = 0; i <= count; i++) {
      labels[i] = in.bits32();
    }
    index = labels[count];
  }

  private void readMemarg() throws ModuleException {
    align = in.bits32();
    if ((align & MULTI_MEMORY_FLAG) != 0 && align >= 0 && align < 2 * MULTI_MEMORY_FLAG) {
      throw in.off(Feature.MULTI_MEMORY, start);
    }
    offset = in.u32();
  }

  private void readValueTypes() throws ModuleException {
    index = in.count(1, "value types");
    for (int i = 0; i < index; i++) {
      valueType = ValueType.read(in);
    }
  }

  private ModuleException refuse(Rule rule, String detail) {
    return in.refuse(rule, start, detail);
  }

  /** Returns a refusal that points at the first byte of the current instruction. */
  ModuleException refusal(Rule rule, String detail) {
    return refuse(rule, detail);
  }

  ByteCursor in() {
    return in;
  }

  /** Returns the opcode as {@link Opcodes} writes it. */
  public int opcode() {
    return opcode;
  }

  /** Returns the offset of the first byte of the instruction. */
  public int start() {
    return start;
  }

  /** Returns the offset after the last byte of the instruction. */
  public int end() {
    return in.position();
  }

  /**
   * Returns the first immediate that is an index: label depth (of {@code br_table} the default),
   * type, function, local, global, table, memory or segment; of {@code select} with types their
   * number. It is an unsigned number: in unchecked bytes, values from 2^31 are negative here.
   */
  public int index() {
    return index;
  }

  /**
   * Returns the second immediate that is an index: the table of {@code call_indirect} and {@code
   * table.init}, the memory of {@code memory.init}, the source of {@code memory.copy} and {@code
   * table.copy}. Unsigned, as {@link #index()}.
   */
  public int index2() {
    return index2;
  }

  /** Returns the constant offset of a load or store, from 0 to 2^32-1. */
  public long offset() {
    return offset;
  }

  /** Returns the operand of {@code i32.const} or {@code i64.const}. */
  public long constant() {
    return constant;
  }

  /** Returns the alignment of a load or store, as the power of two. */
  public int align() {
    return align;
  }

  /** Returns the shape of the block type of {@code block}, {@code loop} and {@code if}. */
  public BlockKind blockKind() {
    return blockKind;
  }

  /** Returns the value type of a block, of {@code ref.null}, or the last of {@code select}. */
  public ValueType valueType() {
    return valueType;
  }

  /** Returns the label depths of {@code br_table}, the default last. Not to be modified. */
  public int[] labels() {
    return labels;
  }
}
