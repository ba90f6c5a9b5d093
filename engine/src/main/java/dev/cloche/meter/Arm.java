package dev.cloche.meter;

import dev.cloche.module.Opcodes;
import java.util.BitSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A run of whole statements of one frame, entered at its start alone: the unit that is cut out.
 *
 * <p>It may be left at its end, where code falls out of it, and by branches to frames around it.
 */
final class Arm {

  /** The way out at the end, as if it were a frame. */
  static final int NEXT = -2;

  final int from;
  final int to;

  /** The frame whose label leads to the start, or {@link #NEXT} where only what precedes does. */
  final int entry;

  /** The frame that its statements stand in. */
  final int frame;

  final BitSet accessed = new BitSet();
  final BitSet written = new BitSet();

  /** The frames that branches out of it lead to. */
  final SortedSet<Integer> exits = new TreeSet<>();

  /** Whether code may fall out of its end. */
  final boolean falls;

  private boolean possible = true;

  private Arm(FlatBody body, int from, int to, int entry) {
    this.from = from;
    this.to = to;
    this.entry = entry;
    this.frame = body.op(from).frame;
    this.falls = body.op(to).live;
    for (int i = from; i < to; i++) {
      read(body, body.op(i));
    }
  }

  /** The run from one instruction up to, not including, another of the same frame. */
  static Arm of(FlatBody body, int from, int to, int entry) {
    return new Arm(body, from, to, entry);
  }

  /** Whether it can be cut out: what its branches carry must fit the scratch globals. */
  boolean isPossible() {
    return possible;
  }

  private void read(FlatBody body, FlatBody.Op op) {
    if (op.opcode >= Opcodes.LOCAL_GET && op.opcode <= Opcodes.LOCAL_TEE) {
      accessed.set(op.index);
      if (op.opcode != Opcodes.LOCAL_GET) {
        written.set(op.index);
      }
    }
    for (int target : op.targets) {
      if (target < from || target >= to) {
        exits.add(target);
        var carried = body.shape(target).carried();
        possible &= carried.isEmpty() || (carried.size() == 1 && Scratch.count(carried.get(0)) > 0);
      }
    }
  }
}
