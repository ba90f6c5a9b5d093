package dev.cloche.meter;

import dev.cloche.module.Opcodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Chooses what to cut out of a function that is too large.
 *
 * <p><b>Switches first.</b> The arms of a {@code br_table}, each in a block of its own around the
 * one before, make pieces of many arms: one call for all, so that the loop around stays small. The
 * largest go, since an interpreter's frequent instructions are its short ones. Arms go together
 * only if every way out of each lies around all of them.
 *
 * <p><b>Then runs.</b> Of any frame, the longest run of statements that a piece may hold; outside
 * of loops rather than in them.
 */
final class CutFinder {

  /** What a jump to a piece's call takes, in bytes of Java code; an arm below twice that stays. */
  private static final int JUMP_BYTES = 9;

  /** What a piece may hold, as a share of the limit: the rest is for what it gives back. */
  private static final double SHARE = 0.8;

  /** How many runs are looked at closely in one round. */
  private static final int CANDIDATES = 64;

  private final FlatBody body;
  private final JvmSize sizes;
  private final Liveness liveness;
  private final int limit;
  private final int pieceBytes;
  private final int stackGlobal;

  CutFinder(FlatBody body, JvmSize sizes, int limit, int stackGlobal) throws Liveness.TooMuchWork {
    this.body = body;
    this.sizes = sizes;
    this.liveness = Liveness.of(body);
    this.limit = limit;
    this.stackGlobal = stackGlobal;
    this.pieceBytes = (int) (SHARE * limit);
  }

  /** Returns cuts that do not overlap, or none if nothing is worth it. */
  List<Cut> find() throws Liveness.TooMuchWork {
    List<Cut> cuts = switchCuts();
    return cuts.isEmpty() ? runs() : cuts;
  }

  /** The steps that the analysis has taken. */
  long work() {
    return liveness.work();
  }

  private List<Cut> switchCuts() throws Liveness.TooMuchWork {
    List<Cut> best = List.of();
    int bestBytes = 0;
    for (int i = 0; i < body.size(); i++) {
      FlatBody.Op op = body.op(i);
      if (op.opcode == Opcodes.BR_TABLE && op.live && op.targets.length > 4) {
        List<Arm> arms = arms(op.frame);
        int bytes = arms.stream().mapToInt(this::bytes).sum();
        if (bytes > bestBytes && bytes > limit / 4) {
          List<Cut> cuts = grouped(largest(arms));
          if (!cuts.isEmpty()) {
            best = cuts;
            bestBytes = bytes;
          }
        }
      }
    }
    return best;
  }

  private int bytes(Arm arm) {
    return sizes.between(arm.from, arm.to);
  }

  /** What stands behind each block in the block around it, from the inside out. */
  private List<Arm> arms(int innermost) {
    List<Arm> arms = new ArrayList<>();
    int inner = innermost;
    while (inner >= 0 && body.op(inner).opcode == Opcodes.BLOCK) {
      int outer = body.op(inner).frame;
      if (outer < 0 || body.op(outer).opcode != Opcodes.BLOCK) {
        break;
      }
      int from = body.endOf(inner) + 1;
      int to = body.endOf(outer);
      FlatBody.Shape shape = body.shape(outer);
      boolean plain = shape.parameters().isEmpty() && shape.results().isEmpty();
      if (plain && from < to && body.beginsStatement(from) && ends(to)) {
        Arm arm = Arm.of(body, from, to, inner);
        if (arm.isPossible()) {
          arms.add(arm);
        }
      }
      inner = outer;
    }
    return arms;
  }

  /** Whether a run may end before this instruction. */
  private boolean ends(int at) {
    return body.op(at).height == 0 || !body.op(at).live;
  }

  /** The largest arms, as many as have to go, in the order of the code. */
  private List<Arm> largest(List<Arm> arms) {
    List<Arm> sorted = new ArrayList<>(arms);
    sorted.sort(Comparator.comparingInt(this::bytes).reversed());
    int left = sizes.total();
    List<Arm> chosen = new ArrayList<>();
    for (Arm arm : sorted) {
      if (left < pieceBytes || bytes(arm) < 2 * JUMP_BYTES) {
        break;
      }
      chosen.add(arm);
      left -= bytes(arm) - JUMP_BYTES;
    }
    chosen.sort(Comparator.comparingInt(arm -> arm.from));
    return chosen;
  }

  /** An unfinished piece. */
  private static final class Group {
    final List<Arm> arms = new ArrayList<>();
    int bytes;
  }

  private List<Cut> grouped(List<Arm> arms) throws Liveness.TooMuchWork {
    Map<Integer, BitSet> before = before(arms);
    List<Group> groups = new ArrayList<>();
    for (Arm arm : arms) {
      Group group = roomFor(arm, groups, before);
      group.arms.add(arm);
      group.bytes += bytes(arm);
    }
    List<Cut> cuts = new ArrayList<>();
    for (Group group : groups) {
      Cut cut = Cut.of(body, liveness, before, group.arms);
      if (cut.fits() && group.bytes > 2 * cut.callBytes() + JUMP_BYTES * group.arms.size()) {
        cuts.add(cut);
      }
    }
    return cuts;
  }

  private Group roomFor(Arm arm, List<Group> groups, Map<Integer, BitSet> before) {
    for (Group group : groups) {
      if (group.bytes + bytes(arm) <= pieceBytes && allWaysLeadOut(group, arm)) {
        List<Arm> with = new ArrayList<>(group.arms);
        with.add(arm);
        if (Cut.of(body, liveness, before, with).fits()) {
          return group;
        }
      }
    }
    Group fresh = new Group();
    groups.add(fresh);
    return fresh;
  }

  /** Whether no way out of the arms leads to a block inside the one that the last stands in. */
  private boolean allWaysLeadOut(Group group, Arm last) {
    BitSet entries = new BitSet();
    group.arms.forEach(arm -> entries.set(arm.entry));
    entries.set(last.entry);
    for (Arm arm : group.arms) {
      boolean falls = arm.falls && arm.frame > last.frame && !entries.get(arm.frame);
      if (falls || arm.exits.stream().anyMatch(f -> f > last.frame && !entries.get(f))) {
        return false;
      }
    }
    return true;
  }

  private Map<Integer, BitSet> before(List<Arm> arms) throws Liveness.TooMuchWork {
    List<Integer> places = new ArrayList<>();
    for (Arm arm : arms) {
      places.add(arm.from);
      places.add(arm.to);
    }
    return liveness.before(places);
  }

  /** A run of statements, with how much it is wanted. */
  private record Run(int from, int to, double score) {}

  private List<Cut> runs() throws Liveness.TooMuchWork {
    List<Arm> arms = new ArrayList<>();
    for (Run run : candidates()) {
      Arm arm = Arm.of(body, run.from, run.to, Arm.NEXT);
      if (arm.isPossible()) {
        arms.add(arm);
      }
    }
    Map<Integer, BitSet> before = before(arms);
    BitSet taken = new BitSet();
    List<Cut> cuts = new ArrayList<>();
    int left = sizes.total();
    for (Arm arm : arms) {
      int next = taken.nextSetBit(arm.from);
      if (left > pieceBytes && (next < 0 || next >= arm.to)) {
        Cut cut = Cut.of(body, liveness, before, List.of(arm));
        if (cut.fits() && bytes(arm) > 2 * cut.callBytes()) {
          cuts.add(cut);
          taken.set(arm.from, arm.to);
          left -= bytes(arm) - cut.callBytes();
        }
      }
    }
    return cuts;
  }

  private List<Run> candidates() {
    int most = Math.max(pieceBytes, sizes.total() / 8);
    List<Run> runs = new ArrayList<>();
    int[] loops = loopDepths();
    runsOf(FlatBody.FUNCTION, most, 0, runs);
    for (int frame = 0; frame < body.size(); frame++) {
      if (body.op(frame).opens()) {
        runsOf(frame, most, loops[frame], runs);
      }
    }
    runs.sort(Comparator.comparingDouble(Run::score).reversed());
    return runs.subList(0, Math.min(runs.size(), CANDIDATES));
  }

  private int[] loopDepths() {
    int[] depths = new int[body.size()];
    for (int i = 0; i < depths.length; i++) {
      FlatBody.Op op = body.op(i);
      int around = op.frame < 0 ? 0 : depths[op.frame];
      depths[i] = around + (op.opcode == Opcodes.LOOP ? 1 : 0);
    }
    return depths;
  }

  /** For each statement of a frame, the longest run from there. */
  private void runsOf(int frame, int most, int loops, List<Run> runs) {
    int[] points = points(frame);
    int last = 0;
    for (int first = 0; first < points.length; first++) {
      int from = points[first];
      last = Math.max(last, first);
      while (last + 1 < points.length && sizes.between(from, points[last + 1]) <= most) {
        last++;
      }
      int to = farthest(points, first, last);
      if (to > from && sizes.between(from, to) >= limit / 20) {
        runs.add(new Run(from, to, sizes.between(from, to) / (1.0 + loops)));
      }
    }
  }

  /** The last point up to {@code last} where a run from {@code first} may end. */
  private int farthest(int[] points, int first, int last) {
    int start = points[first];
    if (!body.beginsStatement(start) || isArmEnd(start) || weighs(start)) {
      return -1;
    }
    int end = first;
    for (int i = first + 1; i <= last; i++) {
      if (ends(points[i])) {
        end = i;
      }
      if (isArmEnd(points[i]) || weighs(points[i])) {
        break;
      }
    }
    return points[end];
  }

  /** Whether the statement counts the frame's weight, which the function itself has to. */
  private boolean weighs(int at) {
    FlatBody.Op op = body.op(at);
    return op.opcode == Opcodes.GLOBAL_GET && op.index == stackGlobal;
  }

  private boolean isArmEnd(int at) {
    int opcode = body.op(at).opcode;
    return opcode == Opcodes.ELSE || opcode == Opcodes.END;
  }

  /** Where statements of the frame begin, and its ends; inner frames are jumped over. */
  private int[] points(int frame) {
    int[] points = new int[16];
    int count = 0;
    for (int i = frame + 1; i <= body.endOf(frame); i++) {
      if (body.beginsStatement(i) || isArmEnd(i)) {
        if (count == points.length) {
          points = Arrays.copyOf(points, 2 * count);
        }
        points[count++] = i;
      }
      if (body.op(i).opens()) {
        i = body.endOf(i);
      }
    }
    return Arrays.copyOf(points, count);
  }
}
