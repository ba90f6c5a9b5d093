package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.CodeCursor;
import dev.cloche.module.Export;
import dev.cloche.module.ExternKind;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;
import java.util.BitSet;

/**
 * The small functions that carry no metering code, since their callers pay for them.
 *
 * <p>Such a function is a straight run of instructions, so that a call of it costs the same always,
 * and the caller's own run can include it: no fuel figure changes. It calls nothing but others of
 * its kind, and only code of this module that names it can call it: it is not exported, its address
 * is not taken, and the host does not start it. What a run of a caller can do unseen stays bounded,
 * since the price of a leaf is ({@link FuelSchedule#LEAF_COST}).
 */
final class Leaves {

  /** Leaves that call leaves, this deep: what is deeper gets its own metering. */
  private static final int ROUNDS = 4;

  private final CheckedModule module;
  private final int imported;

  /** By defined function; 0 if it is no leaf. */
  private final int[] cost;

  private Leaves(CheckedModule module) {
    this.module = module;
    this.imported = module.importedFunctions();
    this.cost = new int[module.bodies().size()];
  }

  static Leaves of(CheckedModule module) throws ModuleException {
    Leaves leaves = new Leaves(module);
    BitSet candidates = leaves.candidates();
    boolean found = true;
    for (int round = 0; round < ROUNDS && found; round++) {
      found = leaves.search(candidates);
    }
    return leaves;
  }

  /** What a call of a function costs its caller beside the call itself; 0 if it is no leaf. */
  int cost(int function) {
    return function < imported ? 0 : cost[function - imported];
  }

  private BitSet candidates() {
    BitSet candidates = new BitSet();
    for (int i = 0; i < cost.length; i++) {
      Body body = module.bodies().get(i);
      candidates.set(i, body.end() - body.codeStart() <= 8 * FuelSchedule.LEAF_COST);
    }
    module.addressTaken().stream()
        .filter(function -> function >= imported)
        .forEach(function -> candidates.clear(function - imported));
    for (Export export : module.exports()) {
      if (export.kind() == ExternKind.FUNCTION && export.index() >= imported) {
        candidates.clear(export.index() - imported);
      }
    }
    module.start().ifPresent(start -> candidates.clear(Math.max(0, start - imported)));
    return candidates;
  }

  private boolean search(BitSet candidates) throws ModuleException {
    int[] before = cost.clone();
    boolean found = false;
    for (int i = candidates.nextSetBit(0); i >= 0; i = candidates.nextSetBit(i + 1)) {
      int price = price(module.bodies().get(i), before);
      if (price > 0) {
        cost[i] = price;
        candidates.clear(i);
        found = true;
      }
    }
    return found;
  }

  /** The price of a straight run; 0 if the body is not one, or is too dear. */
  private int price(Body body, int[] known) throws ModuleException {
    int price = FuelSchedule.localsCost(body.locals());
    CodeCursor code = new CodeCursor(module.bytes(), body.codeStart(), body.end());
    while (code.next()) {
      int callee = code.opcode() == Opcodes.CALL ? code.index() - imported : -1;
      boolean calls = code.opcode() == Opcodes.CALL;
      if (!isStraight(code.opcode()) || (calls && (callee < 0 || known[callee] == 0))) {
        return 0;
      }
      price += FuelSchedule.cost(code.opcode()) + (calls ? known[callee] : 0);
      if (price > FuelSchedule.LEAF_COST) {
        return 0;
      }
    }
    return price;
  }

  /** Whether an instruction always goes on to the next, and costs the same always. */
  static boolean isStraight(int opcode) {
    return switch (opcode) {
      case Opcodes.UNREACHABLE,
          Opcodes.BLOCK,
          Opcodes.LOOP,
          Opcodes.IF,
          Opcodes.ELSE,
          Opcodes.BR,
          Opcodes.BR_IF,
          Opcodes.BR_TABLE,
          Opcodes.RETURN,
          Opcodes.CALL_INDIRECT ->
          false;
      default -> !FuelSchedule.growsWithOperand(opcode);
    };
  }
}
