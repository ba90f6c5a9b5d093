package dev.cloche.meter;

import dev.cloche.module.FunctionType;
import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Writes a piece: its arms, then for each way out the code that says which it was, then what gives
 * the locals back. Where there is but one way out, nothing says so.
 */
final class PieceWriter {

  /** The block that all ways out lead to in the end; no frame of the function has this name. */
  private static final int OUT = -3;

  private final FlatBody body;
  private final Cut cut;
  private final Scratch scratch;
  private final FunctionType type;
  private final List<ValueType> types = new ArrayList<>();
  private final int[] locals;
  private final CodeCopier code;
  private final boolean several;
  private int exitLocal = -1;

  private PieceWriter(FlatBody body, Cut cut, Scratch scratch) {
    this.body = body;
    this.cut = cut;
    this.scratch = scratch;
    this.type = cut.type();
    this.several = cut.exits.size() > 1;
    this.locals = numberLocals();
    this.code = new CodeCopier(body, locals);
  }

  static byte[] write(FlatBody body, Cut cut, Scratch scratch) {
    return new PieceWriter(body, cut, scratch).write();
  }

  /** The parameters first, then the other locals that the arms touch, by type. */
  private int[] numberLocals() {
    types.addAll(type.parameters());
    int[] numbers = new int[body.locals.size()];
    BitSet others = new BitSet();
    cut.arms.forEach(arm -> others.or(arm.accessed));
    int next = cut.isSwitch() ? 1 : 0;
    for (int local : cut.parameters) {
      others.clear(local);
      numbers[local] = next++;
    }
    for (ValueType each : ValueType.values()) {
      for (int local : others.stream().filter(l -> body.locals.get(l) == each).toArray()) {
        numbers[local] = types.size();
        types.add(each);
      }
    }
    if (several) {
      exitLocal = types.size();
      types.add(ValueType.I32);
    }
    return numbers;
  }

  private byte[] write() {
    if (several) {
      code.block(OUT);
    }
    for (int i = cut.exits.size() - 1; i >= 0; i--) {
      if (cut.exits.get(i).frame() != Arm.NEXT) {
        code.block(cut.exits.get(i).frame(), cut.exits.get(i).carried());
      }
    }
    arms();
    for (int i = 0; i < cut.exits.size(); i++) {
      if (cut.exits.get(i).frame() != Arm.NEXT) {
        exit(i);
      }
    }
    if (several) {
      code.end();
    }
    giveBack();
    return code.withLocals(type, types);
  }

  private void arms() {
    if (!cut.isSwitch()) {
      Arm arm = cut.arms.get(0);
      code.copy(arm.from, arm.to);
      if (arm.falls && several) {
        leave(indexOfNext());
      }
      return;
    }
    int count = cut.arms.size();
    int[] entries = new int[count];
    for (int i = count - 1; i >= 0; i--) {
      entries[i] = cut.arms.get(i).entry;
      code.block(entries[i]);
    }
    code.get(0);
    code.table(entries);
    for (Arm arm : cut.arms) {
      code.end();
      code.copy(arm.from, arm.to);
      if (arm.falls) {
        code.branch(Opcodes.BR, arm.frame);
      }
    }
  }

  private int indexOfNext() {
    for (int i = 0; i < cut.exits.size(); i++) {
      if (cut.exits.get(i).frame() == Arm.NEXT) {
        return i;
      }
    }
    throw new IllegalStateException("code falls out of an arm that has no such way out");
  }

  /** Where branches out of the arms arrive. */
  private void exit(int index) {
    code.end();
    List<ValueType> carried = cut.exits.get(index).carried();
    if (!carried.isEmpty()) {
      code.out.u8(Opcodes.GLOBAL_SET).u32(Cut.carriedGlobal(scratch, carried.get(0)));
    }
    if (several) {
      leave(index);
    }
  }

  private void leave(int index) {
    code.constant(index);
    code.set(exitLocal);
    code.branch(Opcodes.BR, OUT);
  }

  private void giveBack() {
    int[] globals = cut.resultGlobals(scratch);
    for (int i = 0; i < globals.length; i++) {
      code.get(locals[cut.results.get(i)]);
      code.out.u8(Opcodes.GLOBAL_SET).u32(globals[i]);
    }
    if (several) {
      code.get(exitLocal);
    }
    code.end();
  }
}
