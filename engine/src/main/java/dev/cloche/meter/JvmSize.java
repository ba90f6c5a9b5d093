package dev.cloche.meter;

import dev.cloche.module.FunctionType;
import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.List;

/**
 * Estimates how many bytes of Java code the compiler makes of a function, which decides whether
 * HotSpot will compile it in turn. It follows what Chicory 1.7.5 emits for each instruction, and
 * what the engine then shortens where that is certain; a test compares it with real classes.
 */
final class JvmSize {

  /** {@code ldc} and a store for each local that is not a parameter, which start as zero. */
  static final int LOCAL_START = 5;

  private static final int GOTO = 3;
  private static final int INVOKE = 3;

  /** What a call takes at most for the memory's array and both counters, which it passes. */
  private static final int PASSED = 6;

  /** The slots of the memory and of those. */
  private static final int GIVEN = 4;

  private final FlatBody body;
  private final int[] slots;
  private final int memorySlot;

  /** The bytes before instruction i; one more at the end for the whole. */
  private final int[] before;

  private JvmSize(FlatBody body) {
    this.body = body;
    this.slots = new int[body.locals.size()];
    int slot = 0;
    int memory = 0;
    for (int i = 0; i < slots.length; i++) {
      if (i == body.parameters) {
        memory = slot;
        slot += GIVEN;
      }
      slots[i] = slot;
      slot += width(body.locals.get(i));
    }
    this.memorySlot = body.parameters == slots.length ? slot : memory;
    this.before = new int[body.size() + 1];
    before[0] = LOCAL_START * (slots.length - body.parameters);
    for (int i = 0; i < body.size(); i++) {
      FlatBody.Op op = body.op(i);
      before[i + 1] = before[i] + (op.live ? of(i, op) : 0);
    }
  }

  static JvmSize of(FlatBody body) {
    return new JvmSize(body);
  }

  /** Of the whole function. */
  int total() {
    return before[body.size()];
  }

  /** Of the instructions from one up to, not including, another. */
  int between(int from, int to) {
    return before[to] - before[from];
  }

  static int width(ValueType type) {
    return type == ValueType.I64 || type == ValueType.F64 ? 2 : 1;
  }

  private static int slot(int slot) {
    return slot < 4 ? 1 : slot < 256 ? 2 : 4;
  }

  /** What it takes to put an {@code int} on the stack. */
  static int constant(long value) {
    if (value >= -1 && value <= 5) {
      return 1;
    }
    return value == (byte) value ? 2 : 3;
  }

  private int memory() {
    return slot(memorySlot);
  }

  /** A field of the memory. */
  private int instance() {
    return memory() + INVOKE;
  }

  private int of(int at, FlatBody.Op op) {
    int code = op.opcode;
    if (code >= Opcodes.I32_LOAD && code <= Opcodes.I64_STORE32) {
      return access(op);
    }
    return switch (code) {
      case Opcodes.LOCAL_GET, Opcodes.LOCAL_SET -> slot(slots[op.index]);
      case Opcodes.LOCAL_TEE -> 1 + slot(slots[op.index]);
      case Opcodes.GLOBAL_GET, Opcodes.GLOBAL_SET -> global(op);
      case Opcodes.I32_CONST -> constant(op.number);
      case Opcodes.I64_CONST -> op.number == 0 || op.number == 1 ? 1 : 3;
      case Opcodes.F32_CONST, Opcodes.F64_CONST -> 3;
      case Opcodes.BLOCK, Opcodes.LOOP, Opcodes.END, Opcodes.NOP -> 0;
      case Opcodes.IF -> GOTO - shortened(at);
      case Opcodes.ELSE -> GOTO;
      case Opcodes.I32_SUB -> decrements(at) ? -1 : 1;
      case Opcodes.BR -> GOTO + unwinding(op, op.targets[0]);
      case Opcodes.BR_IF -> conditionalJump(at, op);
      case Opcodes.BR_TABLE -> table(op);
      case Opcodes.RETURN -> 1;
      case Opcodes.UNREACHABLE -> 1 + INVOKE;
      case Opcodes.CALL -> call(body.functionType(op.index), INVOKE);
      case Opcodes.CALL_INDIRECT -> call(body.typeAt(op.index), 1 + INVOKE);
      default -> plain(code);
    };
  }

  /** Most integers are fields of the memory object, which takes 2 bytes more to write than read. */
  private int global(FlatBody.Op op) {
    return switch (body.globalType(op.index)) {
      case I32 -> memory() + INVOKE;
      case I64 -> memory() + INVOKE + (op.opcode == Opcodes.GLOBAL_SET ? 2 : 0);
      default -> constant(op.index) + instance() + 2 * INVOKE + 1;
    };
  }

  /** What a comparison right before a jump saves, as it becomes part of it. */
  private int shortened(int at) {
    int before = at == 0 ? Opcodes.NOP : body.op(at - 1).opcode;
    boolean unsigned =
        switch (before) {
          case Opcodes.I32_LT_U,
              Opcodes.I32_GT_U,
              Opcodes.I32_LE_U,
              Opcodes.I32_GE_U,
              Opcodes.I64_LT_U,
              Opcodes.I64_GT_U,
              Opcodes.I64_LE_U,
              Opcodes.I64_GE_U,
              Opcodes.I64_EQZ ->
              true;
          default -> false;
        };
    if (before < Opcodes.I32_EQZ || before > Opcodes.F64_GE || unsigned) {
      return 0;
    }
    return before <= Opcodes.I32_GE_S ? INVOKE : INVOKE - 1;
  }

  /** Whether a subtraction is of a constant from a local, and its store to the same follows. */
  private boolean decrements(int at) {
    if (at < 2 || at + 1 >= body.size()) {
      return false;
    }
    FlatBody.Op from = body.op(at - 2);
    FlatBody.Op store = body.op(at + 1);
    return from.opcode == Opcodes.LOCAL_GET
        && body.op(at - 1).opcode == Opcodes.I32_CONST
        && store.opcode == Opcodes.LOCAL_SET
        && store.index == from.index;
  }

  private int access(FlatBody.Op op) {
    int around =
        switch (op.opcode) {
          case Opcodes.I32_LOAD16_U -> 4;
          case Opcodes.I64_LOAD8_U, Opcodes.I64_LOAD16_U, Opcodes.I64_LOAD32_U -> 5;
          case Opcodes.I64_LOAD8_S, Opcodes.I64_LOAD16_S, Opcodes.I64_LOAD32_S -> 1;
          case Opcodes.I32_STORE8, Opcodes.I32_STORE16, Opcodes.I64_STORE32 -> 1;
          case Opcodes.I64_STORE8, Opcodes.I64_STORE16 -> 2;
          default -> 0;
        };
    return around + constant(op.number) + memory() + INVOKE;
  }

  private int conditionalJump(int at, FlatBody.Op op) {
    int unwinding = unwinding(op, op.targets[0]);
    if (unwinding > 0) {
      return 2 * GOTO + unwinding;
    }
    return (backward(at, op.targets[0]) ? 2 * GOTO : GOTO) - shortened(at);
  }

  private int table(FlatBody.Op op) {
    int size = 16 + 4 * op.targets.length;
    boolean unwinds = false;
    for (int target : op.targets) {
      unwinds |= unwinding(op, target) > 0;
    }
    return size + (unwinds ? 8 * op.targets.length : 0);
  }

  private boolean backward(int at, int target) {
    return target >= 0 && body.op(target).opcode == Opcodes.LOOP && target < at;
  }

  /** A branch that drops operands keeps those that it carries in temporary slots meanwhile. */
  private int unwinding(FlatBody.Op op, int target) {
    List<ValueType> carried = body.shape(target).carried();
    int own = op.height - (op.opcode == Opcodes.BR ? 0 : 1) - carried.size();
    return own <= 0 ? 0 : own + 4 * carried.size();
  }

  private int call(FunctionType type, int invocations) {
    int results = type.results().size() > 1 ? 2 + 8 * type.results().size() : 0;
    return invocations + memory() + results + PASSED;
  }

  private int plain(int code) {
    if (code >= Opcodes.I32_EQZ && code <= Opcodes.F64_GE) {
      return INVOKE;
    }
    return switch (code) {
      case Opcodes.DROP,
          Opcodes.I32_ADD,
          Opcodes.I32_SUB,
          Opcodes.I32_MUL,
          Opcodes.I32_AND,
          Opcodes.I32_OR,
          Opcodes.I32_XOR,
          Opcodes.I32_SHL,
          Opcodes.I32_SHR_S,
          Opcodes.I32_SHR_U,
          Opcodes.I64_ADD,
          Opcodes.I64_SUB,
          Opcodes.I64_MUL,
          Opcodes.I64_AND,
          Opcodes.I64_OR,
          Opcodes.I64_XOR,
          Opcodes.I32_WRAP_I64,
          Opcodes.I64_EXTEND_I32_S,
          Opcodes.F32_ADD,
          Opcodes.F32_SUB,
          Opcodes.F32_MUL,
          Opcodes.F32_DIV,
          Opcodes.F64_ADD,
          Opcodes.F64_SUB,
          Opcodes.F64_MUL,
          Opcodes.F64_DIV,
          Opcodes.F32_NEG,
          Opcodes.F64_NEG,
          Opcodes.REF_NULL ->
          1;
      case Opcodes.I64_SHL, Opcodes.I64_SHR_S, Opcodes.I64_SHR_U -> 2;
      case Opcodes.I64_EXTEND_I32_U -> 5;
      case Opcodes.SELECT, Opcodes.SELECT_T -> 6;
      case Opcodes.MEMORY_INIT,
          Opcodes.MEMORY_COPY,
          Opcodes.MEMORY_FILL,
          Opcodes.MEMORY_GROW,
          Opcodes.MEMORY_SIZE ->
          2 + INVOKE + memory();
      case Opcodes.TABLE_GET,
          Opcodes.TABLE_SET,
          Opcodes.TABLE_SIZE,
          Opcodes.TABLE_GROW,
          Opcodes.TABLE_FILL,
          Opcodes.TABLE_COPY,
          Opcodes.TABLE_INIT,
          Opcodes.DATA_DROP,
          Opcodes.ELEM_DROP ->
          4 + INVOKE + instance();
      default -> INVOKE;
    };
  }
}
