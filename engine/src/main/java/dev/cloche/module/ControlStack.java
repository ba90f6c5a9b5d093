package dev.cloche.module;

import java.util.Arrays;

/**
 * The blocks that are open and the height of the operand stack, as in the validation algorithm
 * (WebAssembly 2.0, appendix A.3), but with operands counted and not typed.
 *
 * <p>After an unconditional jump the stack is polymorphic: pops below the height at which the block
 * began succeed. Frames live in arrays of ints, since a body may open thousands.
 */
final class ControlStack {

  /** The frame of the whole body. */
  static final int BODY = 0;

  /** Says that a block has no type index. */
  static final int NO_TYPE = -1;

  private int[] opcodes = new int[16];
  private int[] types = new int[16];
  private int[] parameters = new int[16];
  private int[] results = new int[16];
  private int[] bases = new int[16];
  private boolean[] polymorphic = new boolean[16];
  private int depth;
  private int height;
  private int maxHeight;

  void clear() {
    depth = 0;
    height = 0;
    maxHeight = 0;
  }

  int depth() {
    return depth;
  }

  int maxHeight() {
    return maxHeight;
  }

  int opcode() {
    return opcodes[depth - 1];
  }

  int type() {
    return types[depth - 1];
  }

  int parameters() {
    return parameters[depth - 1];
  }

  int results() {
    return results[depth - 1];
  }

  /** Opens a frame on top of operands already there; its parameters are pushed. */
  void open(int opcode, int type, int parameterCount, int resultCount) {
    if (depth == opcodes.length) {
      grow();
    }
    opcodes[depth] = opcode;
    types[depth] = type;
    parameters[depth] = parameterCount;
    results[depth] = resultCount;
    bases[depth] = height;
    polymorphic[depth] = false;
    depth++;
    push(parameterCount);
  }

  private void grow() {
    int length = 2 * depth;
    opcodes = Arrays.copyOf(opcodes, length);
    types = Arrays.copyOf(types, length);
    parameters = Arrays.copyOf(parameters, length);
    results = Arrays.copyOf(results, length);
    bases = Arrays.copyOf(bases, length);
    polymorphic = Arrays.copyOf(polymorphic, length);
  }

  /** Closes the top frame; returns false if other operands than its results are left in it. */
  boolean close() {
    boolean exact = pop(results()) && height == bases[depth - 1];
    depth--;
    return exact;
  }

  void push(int count) {
    height += count;
    maxHeight = Math.max(maxHeight, height);
  }

  /** Takes operands off; returns false if the frame does not hold so many. */
  boolean pop(int count) {
    int base = bases[depth - 1];
    if (height - base >= count) {
      height -= count;
      return true;
    }
    height = base;
    return polymorphic[depth - 1];
  }

  /** Notes that the code up to the end of the frame is not reached. */
  void jumpAway() {
    height = bases[depth - 1];
    polymorphic[depth - 1] = true;
  }

  /** Returns how many operands are on the stack, those of enclosing blocks included. */
  int height() {
    return height;
  }

  /** Returns how many operands lie above those that the frame {@code label} levels out began on. */
  int heightAbove(int label) {
    return height - bases[depth - 1 - label];
  }

  /** Returns how many operands a branch to the frame {@code label} levels out takes. */
  int labelArity(int label) {
    int frame = depth - 1 - label;
    return opcodes[frame] == Opcodes.LOOP ? parameters[frame] : results[frame];
  }
}
