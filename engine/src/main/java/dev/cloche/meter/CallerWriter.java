package dev.cloche.meter;

import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what is left of a function when pieces were cut out of it.
 *
 * <p>In place of one arm stands the call of its piece. Arms of a switch leave behind what sets
 * their number and branches to the one call, which stands behind the block that holds them all:
 *
 * <pre>
 * block          ; goes by the anchor's name, for branches that the call leads to
 *   block        ; arms branch here
 *     block ... end              ; the anchor
 *     br 1
 *   end
 *   call, and where to go on
 * end
 * </pre>
 */
final class CallerWriter {

  /** Names of the blocks that no frame of the function has: one for each cut, then one for all. */
  private static final int FIRST_CALL = -10;

  private static final int SECOND_WAY = -4;
  private static final int FIRST_WAY = -1_000_000;

  private final FlatBody body;
  private final Scratch scratch;
  private final List<Cut> cuts;
  private final int[] pieces;
  private final List<ValueType> types = new ArrayList<>();
  private final int[] locals;
  private final CodeCopier code;
  private int numberLocal = -1;

  private CallerWriter(FlatBody body, Scratch scratch, List<Cut> cuts, int[] pieces) {
    this.body = body;
    this.scratch = scratch;
    this.cuts = cuts;
    this.pieces = pieces;
    this.locals = numberLocals();
    this.code = new CodeCopier(body, locals);
  }

  /**
   * Returns the body that calls these pieces.
   *
   * @param pieces the function index of each cut's piece
   */
  static byte[] write(FlatBody body, Scratch scratch, List<Cut> cuts, int[] pieces) {
    return new CallerWriter(body, scratch, cuts, pieces).write();
  }

  /** Locals that only pieces touch are gone. */
  private int[] numberLocals() {
    BitSet used = new BitSet();
    used.set(0, body.parameters);
    BitSet cutOut = new BitSet();
    for (Cut cut : cuts) {
      cut.parameters.forEach(used::set);
      cut.results.forEach(used::set);
      cut.arms.forEach(arm -> cutOut.set(arm.from, arm.to));
    }
    for (int i = cutOut.nextClearBit(0); i < body.size(); i = cutOut.nextClearBit(i + 1)) {
      FlatBody.Op op = body.op(i);
      if (op.opcode >= Opcodes.LOCAL_GET && op.opcode <= Opcodes.LOCAL_TEE) {
        used.set(op.index);
      }
    }
    int[] numbers = new int[body.locals.size()];
    used.stream()
        .forEach(
            local -> {
              numbers[local] = types.size();
              types.add(body.locals.get(local));
            });
    if (cuts.stream().anyMatch(Cut::isSwitch)) {
      numberLocal = types.size();
      types.add(ValueType.I32);
    }
    return numbers;
  }

  private byte[] write() {
    Map<Integer, Integer> cutAt = new HashMap<>();
    Map<Integer, Integer> cutBehind = new HashMap<>();
    for (int c = 0; c < cuts.size(); c++) {
      for (Arm arm : cuts.get(c).arms) {
        cutAt.put(arm.from, c);
      }
      if (cuts.get(c).isSwitch()) {
        cutBehind.put(cuts.get(c).anchor(), c);
      }
    }
    for (int i = 0; i < body.size(); ) {
      if (cutAt.containsKey(i)) {
        i = replace(cutAt.get(i), i);
      } else {
        copy(i, cutBehind);
        i++;
      }
    }
    return code.withLocals(body.type, types);
  }

  private void copy(int i, Map<Integer, Integer> cutBehind) {
    FlatBody.Op op = body.op(i);
    if (op.opens() && cutBehind.containsKey(i)) {
      code.block(i);
      code.block(FIRST_CALL - cutBehind.get(i));
    }
    code.copy(i);
    if (op.opcode == Opcodes.END && cutBehind.containsKey(op.match)) {
      code.branch(Opcodes.BR, op.match);
      code.end();
      call(cutBehind.get(op.match));
      code.end();
    }
  }

  /** Writes what stands in place of an arm, and returns where to go on. */
  private int replace(int c, int from) {
    Cut cut = cuts.get(c);
    if (!cut.isSwitch()) {
      call(c);
      return cut.arms.get(0).to;
    }
    int number = 0;
    while (cut.arms.get(number).from != from) {
      number++;
    }
    code.constant(number);
    code.set(numberLocal);
    code.branch(Opcodes.BR, FIRST_CALL - c);
    return cut.arms.get(number).to;
  }

  private void call(int c) {
    Cut cut = cuts.get(c);
    int ways = cut.exits.size();
    if (ways == 2) {
      code.block(SECOND_WAY);
    } else {
      for (int i = ways - 1; i >= 0 && ways > 2; i--) {
        code.block(FIRST_WAY - i);
      }
    }
    invoke(cut, pieces[c]);
    if (ways == 0) {
      code.out.u8(Opcodes.UNREACHABLE);
    } else if (ways == 1) {
      goOn(cut.exits.get(0));
    } else if (ways == 2) {
      code.branch(Opcodes.BR_IF, SECOND_WAY);
      goOn(cut.exits.get(0));
      code.end();
      goOn(cut.exits.get(1));
    } else {
      choose(cut);
    }
  }

  private void choose(Cut cut) {
    int[] ways = new int[cut.exits.size()];
    for (int i = 0; i < ways.length; i++) {
      ways[i] = FIRST_WAY - i;
    }
    code.table(ways);
    for (Cut.Exit exit : cut.exits) {
      code.end();
      goOn(exit);
    }
  }

  /** The call, and the locals that the piece gave back; the number of the exit stays on top. */
  private void invoke(Cut cut, int piece) {
    if (cut.isSwitch()) {
      code.get(numberLocal);
    }
    cut.parameters.forEach(local -> code.get(locals[local]));
    code.out.u8(Opcodes.CALL).u32(piece);
    int[] globals = cut.resultGlobals(scratch);
    for (int i = 0; i < globals.length; i++) {
      code.out.u8(Opcodes.GLOBAL_GET).u32(globals[i]);
      code.set(locals[cut.results.get(i)]);
    }
  }

  private void goOn(Cut.Exit exit) {
    if (!exit.carried().isEmpty()) {
      code.out.u8(Opcodes.GLOBAL_GET).u32(Cut.carriedGlobal(scratch, exit.carried().get(0)));
    }
    if (exit.frame() != Arm.NEXT) {
      code.branch(Opcodes.BR, exit.frame());
    }
  }
}
