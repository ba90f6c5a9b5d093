package dev.cloche.meter;

import dev.cloche.module.FunctionType;
import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.Arrays;
import java.util.List;

/**
 * Writes code of one function into another: branches find their frames at the new depth, locals get
 * new numbers, all else stays as it is.
 *
 * <p>A frame is known by its name in the function that is read. One that is written in its stead
 * goes by the same name.
 */
final class CodeCopier {

  private static final int VOID = 0x40;

  private final FlatBody body;
  private final int[] locals;
  final WasmWriter out;
  private int[] labels = new int[32];
  private int depth;

  /**
   * @param locals the new number of each local
   */
  CodeCopier(FlatBody body, int[] locals) {
    this.body = body;
    this.locals = locals;
    this.out = new WasmWriter(1024);
    open(FlatBody.FUNCTION);
  }

  private void open(int label) {
    if (depth == labels.length) {
      labels = Arrays.copyOf(labels, 2 * depth);
    }
    labels[depth++] = label;
  }

  /** Opens a block that stands for a frame. */
  void block(int label) {
    open(label);
    out.u8(Opcodes.BLOCK).u8(VOID);
  }

  /** Opens a block that stands for a frame to which branches carry at most one value. */
  void block(int label, List<ValueType> carried) {
    open(label);
    out.u8(Opcodes.BLOCK).u8(carried.isEmpty() ? VOID : carried.get(0).code());
  }

  void end() {
    depth--;
    out.u8(Opcodes.END);
  }

  void branch(int opcode, int label) {
    out.u8(opcode).u32(depthOf(label));
  }

  /** A {@code br_table} to these labels, the last for all other numbers too. */
  void table(int[] targets) {
    out.u8(Opcodes.BR_TABLE).u32(targets.length - 1);
    for (int target : targets) {
      out.u32(depthOf(target));
    }
  }

  void get(int local) {
    out.u8(Opcodes.LOCAL_GET).u32(local);
  }

  void set(int local) {
    out.u8(Opcodes.LOCAL_SET).u32(local);
  }

  void constant(int value) {
    out.u8(Opcodes.I32_CONST).s32(value);
  }

  private int depthOf(int label) {
    for (int i = depth - 1; i >= 0; i--) {
      if (labels[i] == label) {
        return depth - 1 - i;
      }
    }
    throw new IllegalStateException("no frame " + label + " is open");
  }

  /** Copies instruction {@code i}. */
  void copy(int i) {
    FlatBody.Op op = body.op(i);
    switch (op.opcode) {
      case Opcodes.BLOCK, Opcodes.LOOP, Opcodes.IF -> {
        open(i);
        out.raw(body.bytes, op.start, op.end);
      }
      case Opcodes.END -> end();
      case Opcodes.BR, Opcodes.BR_IF -> branch(op.opcode, op.targets[0]);
      case Opcodes.RETURN -> branch(Opcodes.BR, FlatBody.FUNCTION);
      case Opcodes.BR_TABLE -> table(op.targets);
      case Opcodes.LOCAL_GET, Opcodes.LOCAL_SET, Opcodes.LOCAL_TEE ->
          out.u8(op.opcode).u32(locals[op.index]);
      default -> out.raw(body.bytes, op.start, op.end);
    }
  }

  void copy(int from, int to) {
    for (int i = from; i < to; i++) {
      copy(i);
    }
  }

  /** The whole body: declarations of the locals behind the parameters, then the code. */
  byte[] withLocals(FunctionType type, List<ValueType> all) {
    WasmWriter whole = new WasmWriter(out.size() + 64);
    List<ValueType> declared = all.subList(type.parameters().size(), all.size());
    int groups = 0;
    WasmWriter list = new WasmWriter(64);
    for (int i = 0; i < declared.size(); groups++) {
      int next = i;
      while (next < declared.size() && declared.get(next) == declared.get(i)) {
        next++;
      }
      list.u32(next - i).u8(declared.get(i).code());
      i = next;
    }
    return whole.u32(groups).raw(list.toByteArray()).raw(out.toByteArray()).toByteArray();
  }
}
