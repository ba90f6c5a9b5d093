package dev.cloche.meter;

import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.List;

/** Finds and changes what a metered function counts for its frame. */
final class FrameWeight {

  private FrameWeight() {}

  /**
   * Returns the body with {@code more} bytes added to what it takes off the stack's global and
   * gives back. A function that does not count its frame stays as it is: it is on the stack once at
   * most.
   */
  static byte[] increase(FlatBody body, int stackGlobal, int more) {
    int[] same = new int[body.locals.size()];
    for (int i = 0; i < same.length; i++) {
      same[i] = i;
    }
    CodeCopier code = new CodeCopier(body, same);
    for (int i = 0; i < body.size(); i++) {
      if (isWeight(body, i, stackGlobal)) {
        code.constant((int) body.op(i).number + more);
      } else {
        code.copy(i);
      }
    }
    List<ValueType> locals = body.locals;
    return code.withLocals(body.type, locals);
  }

  /** Between a read of the global and the sum or difference that is written back. */
  private static boolean isWeight(FlatBody body, int i, int stackGlobal) {
    return body.op(i).opcode == Opcodes.I32_CONST
        && i > 0
        && touches(body, i - 1, Opcodes.GLOBAL_GET, stackGlobal)
        && i + 2 < body.size()
        && touches(body, i + 2, Opcodes.GLOBAL_SET, stackGlobal);
  }

  private static boolean touches(FlatBody body, int i, int opcode, int global) {
    return body.op(i).opcode == opcode && body.op(i).index == global;
  }
}
