package dev.cloche.meter;

import dev.cloche.module.CodeCursor;
import dev.cloche.module.Opcodes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops of which the code itself says how many rounds they make.
 *
 * <p>Such a loop is straight: nothing in it branches but its last instruction, which leads back to
 * its head. Before it, with no place between where other ways join, a local is set to a constant.
 * The loop changes this local once, at its end, and goes on until it is another constant:
 *
 * <pre>{@code
 * i32.const 0
 * local.set $i
 * loop
 *   ...
 *   local.get $i
 *   i32.const 4     ;; the step
 *   i32.add         ;; or i32.sub
 *   local.tee $i
 *   i32.const 256   ;; the end; without it and the comparison, 0
 *   i32.ne
 *   br_if 0
 * end
 * }</pre>
 *
 * <p>It is what compilers make of loops over arrays of fixed length.
 */
final class RoundCounter {

  /** The longest end of a loop, with the branch. */
  private static final int WINDOW = 7;

  /** A loop that is open and straight so far. */
  private static final class Loop {
    /** What locals were set to before it. */
    final Map<Integer, Integer> constants;

    /** How often each local is set in it. */
    final Map<Integer, Integer> sets = new HashMap<>();

    boolean branched;

    Loop(Map<Integer, Integer> constants) {
      this.constants = constants;
    }
  }

  /** What locals hold, where that is a constant set in the straight line of code before. */
  private Map<Integer, Integer> constants = new HashMap<>();

  // The last instructions, the newest last.
  private final int[] opcodes = new int[WINDOW];
  private final int[] operands = new int[WINDOW];

  private @Nullable Loop loop;
  private int rounds;

  /** Takes the next instruction of the body. */
  void step(CodeCursor code) {
    int opcode = code.opcode();
    rounds = 0;
    if (loop != null && loop.branched) {
      rounds = opcode == Opcodes.END ? count(loop) : 0;
      loop = null;
    }
    switch (opcode) {
      case Opcodes.LOOP -> {
        loop = code.blockKind() == CodeCursor.BlockKind.EMPTY ? new Loop(constants) : null;
        constants = new HashMap<>();
      }
      case Opcodes.BR_IF -> branch(code.index());
      case Opcodes.LOCAL_SET, Opcodes.LOCAL_TEE -> set(code.index());
      default -> {
        if (isJoint(opcode)) {
          constants = new HashMap<>();
        }
        if (isJoint(opcode) || !Leaves.isStraight(opcode)) {
          loop = null;
        }
      }
    }
    shift(opcode, isConstant(opcode) ? (int) code.constant() : code.index());
  }

  /**
   * The rounds that the loop makes whose {@code end} was the last instruction: 1 or more; 0 if the
   * code does not say, or if it was the end of something else.
   */
  int rounds() {
    return rounds;
  }

  private void branch(int label) {
    if (loop != null && label == 0) {
      loop.branched = true;
    } else {
      loop = null;
    }
  }

  private void set(int local) {
    if (isConstant(opcodes[WINDOW - 1])) {
      constants.put(local, operands[WINDOW - 1]);
    } else {
      constants.remove(local);
    }
    if (loop != null) {
      loop.sets.merge(local, 1, Integer::sum);
    }
  }

  private static boolean isConstant(int opcode) {
    return opcode == Opcodes.I32_CONST;
  }

  /** Whether other ways may lead behind an instruction than through it. */
  private static boolean isJoint(int opcode) {
    return opcode == Opcodes.END || opcode == Opcodes.ELSE;
  }

  private void shift(int opcode, int operand) {
    System.arraycopy(opcodes, 1, opcodes, 0, WINDOW - 1);
    System.arraycopy(operands, 1, operands, 0, WINDOW - 1);
    opcodes[WINDOW - 1] = opcode;
    operands[WINDOW - 1] = operand;
  }

  private int count(Loop straight) {
    boolean compared = opcodes[5] == Opcodes.I32_NE && isConstant(opcodes[4]);
    int tee = compared ? 3 : 5;
    int local = operands[tee];
    int sign = opcodes[tee - 1] == Opcodes.I32_ADD ? 1 : -1;
    boolean counts =
        opcodes[tee] == Opcodes.LOCAL_TEE
            && (sign == 1 || opcodes[tee - 1] == Opcodes.I32_SUB)
            && isConstant(opcodes[tee - 2])
            && opcodes[tee - 3] == Opcodes.LOCAL_GET
            && operands[tee - 3] == local
            && straight.sets.getOrDefault(local, 0) == 1;
    Integer from = straight.constants.get(local);
    if (!counts || from == null) {
      return 0;
    }
    // In long, so that nothing overflows. The first multiple of the step that fits is the first
    // that fits in 32 bits, too: two of them are less than 2^32 apart.
    long way = (compared ? operands[4] : 0L) - from;
    long step = (long) sign * operands[tee - 2];
    boolean arrives = step != 0 && way % step == 0 && way / step > 0;
    return arrives && way / step <= FuelSchedule.COUNTED_LOOPS_COST ? (int) (way / step) : 0;
  }
}
