package dev.cloche.meter;

import dev.cloche.module.CodeCursor;
import dev.cloche.module.FunctionType;
import dev.cloche.module.Instructions;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A function's body as arrays of instructions, for a pass that cuts pieces out of it: where frames
 * open and close, what branches lead to, and between which instructions no operand is on the stack.
 *
 * <p>A frame is named by the instruction that opens it, {@link #FUNCTION} is the function's own.
 * Immutable once read.
 */
final class FlatBody {

  /** The frame of the whole function. */
  static final int FUNCTION = -1;

  /** An instruction. */
  static final class Op {
    final int opcode;
    final int start;
    final int end;

    /** The first immediate; see {@link CodeCursor#index()}. */
    final int index;

    /** The value of {@code i32.const}, the offset of an access to memory. */
    final long number;

    /** The frame that it stands in; an {@code else} and {@code end} in the one they belong to. */
    final int frame;

    /** The frames that a branch leads to; of {@code br_table} the default last. */
    int[] targets = NONE;

    /** Of an opening instruction its {@code end}; of {@code else} and {@code end} the opening. */
    int match;

    /** Whether code gets here. */
    boolean live;

    /** Operands of the frame's own on the stack before it. */
    int height;

    Op(CodeCursor code, int frame, long number) {
      this.opcode = code.opcode();
      this.start = code.start();
      this.end = code.end();
      this.index = code.index();
      this.number = number;
      this.frame = frame;
    }

    boolean opens() {
      return opcode == Opcodes.BLOCK || opcode == Opcodes.LOOP || opcode == Opcodes.IF;
    }
  }

  /** What a frame takes and gives. */
  record Shape(int opcode, List<ValueType> parameters, List<ValueType> results) {
    /** What a branch to the frame carries. */
    List<ValueType> carried() {
      return opcode == Opcodes.LOOP ? parameters : results;
    }
  }

  private static final int[] NONE = {};

  final byte[] bytes;
  final List<ValueType> locals;
  final int parameters;
  final FunctionType type;
  private final Signatures module;
  private final List<Op> ops = new ArrayList<>();
  private final List<Shape> shapes = new ArrayList<>();
  private final Shape function;

  // While reading: the open frames, the height of the stack, and where each frame began on it.
  private int[] open = new int[32];
  private int[] bases = new int[32];
  private boolean[] entered = new boolean[32];
  private int depth;
  private int height;
  private int maxHeight;
  private boolean live = true;

  private FlatBody(Signatures module, byte[] bytes, FunctionType type, List<ValueType> locals) {
    this.module = module;
    this.bytes = bytes;
    this.type = type;
    this.locals = locals;
    this.parameters = type.parameters().size();
    this.function = new Shape(Opcodes.BLOCK, List.of(), type.results());
  }

  /** Reads the declarations and the code of a function of this type, which was checked before. */
  static FlatBody of(Signatures module, FunctionType type, byte[] bytes) throws ModuleException {
    List<ValueType> locals = new ArrayList<>(type.parameters());
    Leb groups = Leb.read(bytes, 0);
    int position = groups.after();
    for (int i = 0; i < groups.value(); i++) {
      Leb count = Leb.read(bytes, position);
      ValueType each = valueType(bytes[count.after()]);
      locals.addAll(Collections.nCopies(count.value(), each));
      position = count.after() + 1;
    }
    FlatBody body = new FlatBody(module, bytes, type, locals);
    body.readCode(new CodeCursor(bytes, position, bytes.length));
    return body;
  }

  private static ValueType valueType(byte code) {
    for (ValueType type : ValueType.values()) {
      if (type.code() == (code & 0x7F)) {
        return type;
      }
    }
    throw new IllegalArgumentException("no value type: " + code);
  }

  int size() {
    return ops.size();
  }

  Op op(int i) {
    return ops.get(i);
  }

  /** What the frame that instruction {@code opening} opens takes and gives. */
  Shape shape(int opening) {
    return opening == FUNCTION ? function : shapes.get(opening);
  }

  /** The most operands on the stack at once. */
  int maxHeight() {
    return maxHeight;
  }

  /** Where a frame's own instructions end: the index of its {@code end} or of the function's. */
  int endOf(int frame) {
    return frame == FUNCTION ? ops.size() - 1 : ops.get(frame).match;
  }

  /** Whether a piece may begin at instruction {@code i}: code gets there, with no operand. */
  boolean beginsStatement(int i) {
    return ops.get(i).live && ops.get(i).height == 0;
  }

  /** The type of a function in the module. */
  FunctionType functionType(int index) {
    return module.function(index);
  }

  /** The type at an index of the module's type section. */
  FunctionType typeAt(int index) {
    return module.type(index);
  }

  /** The type of a global. */
  ValueType globalType(int index) {
    return module.global(index);
  }

  private void readCode(CodeCursor code) throws ModuleException {
    open[0] = FUNCTION;
    entered[0] = true;
    depth = 1;
    while (code.next()) {
      int frame = open[depth - 1];
      Op op = new Op(code, frame, number(code));
      op.live = live;
      op.height = height - bases[depth - 1];
      ops.add(op);
      shapes.add(op.opens() ? shape(code) : function);
      step(code, op);
    }
  }

  private static long number(CodeCursor code) {
    return code.opcode() == Opcodes.I32_CONST || code.opcode() == Opcodes.I64_CONST
        ? code.constant()
        : code.offset();
  }

  private Shape shape(CodeCursor code) {
    return switch (code.blockKind()) {
      case EMPTY -> new Shape(code.opcode(), List.of(), List.of());
      case VALUE -> new Shape(code.opcode(), List.of(), List.of(code.valueType()));
      case TYPE_INDEX -> {
        FunctionType block = module.type(code.index());
        yield new Shape(code.opcode(), block.parameters(), block.results());
      }
    };
  }

  private void step(CodeCursor code, Op op) {
    int at = ops.size() - 1;
    switch (op.opcode) {
      case Opcodes.BLOCK, Opcodes.LOOP -> push(at);
      case Opcodes.IF -> {
        effect(1, 0);
        push(at);
      }
      case Opcodes.ELSE -> {
        op.match = open[depth - 1];
        height = bases[depth - 1] + shapes.get(op.match).parameters().size();
        live = entered[depth - 1];
      }
      case Opcodes.END -> close(op, at);
      case Opcodes.BR -> {
        op.targets = new int[] {frameAt(code.index())};
        jumpAway();
      }
      case Opcodes.BR_IF -> {
        op.targets = new int[] {frameAt(code.index())};
        effect(1, 0);
      }
      case Opcodes.BR_TABLE -> {
        op.targets = Arrays.stream(code.labels()).map(this::frameAt).toArray();
        jumpAway();
      }
      case Opcodes.RETURN -> {
        op.targets = new int[] {FUNCTION};
        jumpAway();
      }
      case Opcodes.UNREACHABLE -> jumpAway();
      case Opcodes.CALL -> effect(module.function(code.index()), 0);
      case Opcodes.CALL_INDIRECT -> effect(module.type(code.index()), 1);
      default -> effect(Instructions.pops(op.opcode), Instructions.pushes(op.opcode));
    }
  }

  private int frameAt(int label) {
    return open[depth - 1 - label];
  }

  private void push(int opening) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, 2 * depth);
      bases = Arrays.copyOf(bases, 2 * depth);
      entered = Arrays.copyOf(entered, 2 * depth);
    }
    open[depth] = opening;
    entered[depth] = live;
    bases[depth] = Math.max(bases[depth - 1], height - shapes.get(opening).parameters().size());
    depth++;
  }

  /** Code behind a frame counts as live if the frame was entered: an upper bound is enough. */
  private void close(Op op, int at) {
    op.match = open[depth - 1];
    depth--;
    if (depth > 0) {
      ops.get(op.match).match = at;
      height = bases[depth] + shapes.get(op.match).results().size();
      live = entered[depth];
      maxHeight = Math.max(maxHeight, height);
    }
  }

  private void jumpAway() {
    height = bases[depth - 1];
    live = false;
  }

  private void effect(FunctionType call, int more) {
    effect(call.parameters().size() + more, call.results().size());
  }

  private void effect(int pops, int pushes) {
    height = Math.max(bases[depth - 1], height - pops) + pushes;
    maxHeight = Math.max(maxHeight, height);
  }
}
