package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CodeCursor;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a function's body is charged, and how much: the first of the two passes over it.
 *
 * <p>A charge point stands at the start of a run of instructions that are executed all together or,
 * but for a trap, not at all. A run begins at the function's entry, at the head of a loop, in each
 * arm of an {@code if} and behind a conditional branch. It goes on behind the {@code end} of a
 * block, an {@code if} or a loop, if nothing in there leads further out; else another begins there.
 * Code that cannot be reached is in no run and costs nothing. A call of a leaf ({@link Leaves})
 * includes what the leaf does.
 */
final class ChargePlan {

  /** A charge of {@code cost} before the instruction at offset {@code at}. */
  static final class Point {
    final int at;
    int cost;
    boolean check;

    /** Whether it is the head of a loop that has no loops in it, and takes no operands. */
    boolean quiet;

    /** The head of a loop is where the counter is checked as well. */
    Point(int at, boolean loopHead) {
      this.at = at;
      this.check = loopHead;
    }
  }

  /** A control instruction that is open; {@code before} is the point that was current outside. */
  private static final class Frame {
    final int opcode;

    /** Whether it takes no operands. */
    final boolean plain;

    final boolean entered;
    final Point before;
    final Point head;
    boolean targeted;

    /** Whether there are loops in it. */
    boolean loops;

    /** Whether there are calls in it that need the counter in its global. */
    boolean calls;

    /** The level of the outermost control instruction that a branch in it leads to the end of. */
    int outermost = Integer.MAX_VALUE;

    Frame(CodeCursor code, boolean entered, Point before, Point head) {
      this.opcode = code.opcode();
      this.plain = code.blockKind() != CodeCursor.BlockKind.TYPE_INDEX;
      this.entered = entered;
      this.before = before;
      this.head = head;
    }

    /** Takes over what matters of one that ends in this one. */
    void include(Frame inner) {
      loops |= inner.loops;
      calls |= inner.calls;
      outermost = Math.min(outermost, inner.outermost);
    }
  }

  private final List<Point> points = new ArrayList<>();
  private final List<Frame> frames = new ArrayList<>();
  private Point current;

  /** How many blocks begin just before, each directly inside the one before it. */
  private int blocks;

  private boolean live = true;
  private boolean leavesEarly;

  private int calls;
  private boolean sized;
  private boolean callFreeLoops;
  private final Leaves leaves;
  private final RoundCounter rounds = new RoundCounter();

  /** What the loops cost that are in the run around them. */
  private long countedLoops;

  private ChargePlan(int codeStart, Leaves leaves) {
    this.leaves = leaves;
    this.current = begin(codeStart, false);
  }

  static ChargePlan of(byte[] bytes, Body body, Leaves leaves) throws ModuleException {
    ChargePlan plan = new ChargePlan(body.codeStart(), leaves);
    plan.current.cost = FuelSchedule.localsCost(body.locals());
    CodeCursor code = new CodeCursor(bytes, body.codeStart(), body.end());
    while (code.next()) {
      plan.step(code);
    }
    plan.points.removeIf(point -> point.cost == 0 && !point.check && point != plan.entry());
    return plan;
  }

  /** The points in the order of the code; the first is the function's entry. */
  List<Point> points() {
    return points;
  }

  Point entry() {
    return points.get(0);
  }

  /** What all runs cost together, which is more than any way through that does not loop. */
  long total() {
    return points.stream().mapToLong(point -> point.cost).sum();
  }

  /** How many calls stand in it that need the counter to be in its global. */
  int calls() {
    return calls;
  }

  /** Whether there is a loop without calls in it that need the counter in its global. */
  boolean hasCallFreeLoops() {
    return callFreeLoops;
  }

  /** Whether an instruction in it costs more where an operand is larger. */
  boolean isSized() {
    return sized;
  }

  /** Whether a {@code return} or a branch leaves the function before its end. */
  boolean leavesEarly() {
    return leavesEarly;
  }

  private void step(CodeCursor code) {
    int opcode = code.opcode();
    rounds.step(code);
    boolean block = opcode == Opcodes.BLOCK;
    if (live) {
      current.cost += block ? FuelSchedule.blockCost(blocks) : FuelSchedule.cost(opcode);
    }
    blocks = block ? blocks + 1 : 0;
    switch (opcode) {
      case Opcodes.BLOCK, Opcodes.LOOP, Opcodes.IF -> open(code);
      case Opcodes.ELSE -> otherArm(code.end());
      case Opcodes.END -> close(code.end());
      case Opcodes.BR -> {
        target(code.index());
        live = false;
      }
      case Opcodes.BR_IF -> {
        target(code.index());
        continueAt(code.end());
      }
      case Opcodes.BR_TABLE -> {
        for (int label : code.labels()) {
          target(label);
        }
        live = false;
      }
      case Opcodes.RETURN -> {
        reach(-1);
        leavesEarly = true;
        live = false;
      }
      case Opcodes.UNREACHABLE -> live = false;
      case Opcodes.CALL -> call(code.index());
      case Opcodes.CALL_INDIRECT -> {
        syncCall();
      }
      default -> {
        if (FuelSchedule.growsWithOperand(opcode)) {
          sized = true;
        }
      }
    }
  }

  private void syncCall() {
    calls++;
    if (!frames.isEmpty()) {
      frames.get(frames.size() - 1).calls = true;
    }
  }

  private void call(int function) {
    int leaf = leaves.cost(function);
    if (leaf == 0) {
      syncCall();
    } else if (live) {
      current.cost += leaf;
    }
  }

  private void open(CodeCursor code) {
    Point before = current;
    if (live && code.opcode() != Opcodes.BLOCK) {
      current = begin(code.end(), code.opcode() == Opcodes.LOOP);
    }
    frames.add(new Frame(code, live, before, current));
  }

  private void otherArm(int next) {
    Frame frame = frames.get(frames.size() - 1);
    live = frame.entered;
    continueAt(next);
  }

  private void close(int next) {
    if (frames.isEmpty()) {
      return;
    }
    Frame frame = frames.remove(frames.size() - 1);
    boolean leadsOut = frame.outermost < frames.size();
    if (!frames.isEmpty()) {
      frames.get(frames.size() - 1).include(frame);
    }
    if (frame.opcode == Opcodes.LOOP) {
      closeLoop(frame);
    } else if (frame.opcode == Opcodes.IF) {
      live = frame.entered;
    } else {
      live |= frame.targeted;
    }
    boolean joined = frame.opcode == Opcodes.IF || frame.targeted;
    if (live && !leadsOut) {
      current = frame.before;
    } else if (joined && frame.opcode != Opcodes.LOOP) {
      continueAt(next);
    }
  }

  /**
   * A loop to which nothing branches back is a block: its head joins the run before it. So do all
   * rounds of one that are counted beforehand.
   */
  private void closeLoop(Frame frame) {
    long counted = isCounted(frame) ? (long) rounds.rounds() * frame.head.cost : 0;
    if (counted > 0 && countedLoops + counted <= FuelSchedule.COUNTED_LOOPS_COST) {
      countedLoops += counted;
      join(frame, (int) counted);
    } else if (frame.targeted) {
      frame.head.quiet = frame.plain && !frame.loops;
      callFreeLoops |= !frame.calls;
      if (!frames.isEmpty()) {
        frames.get(frames.size() - 1).loops = true;
      }
    } else if (frame.entered) {
      join(frame, frame.head.cost);
    }
  }

  private void join(Frame loop, int cost) {
    loop.before.cost += cost;
    loop.head.cost = 0;
    loop.head.check = false;
    if (current == loop.head) {
      current = loop.before;
    }
  }

  /** Whether all of a loop is one run, which ends where it branches back. */
  private boolean isCounted(Frame loop) {
    return rounds.rounds() > 0
        && loop.entered
        && !loop.calls
        && points.size() > 1
        && points.get(points.size() - 2) == loop.head
        && current == points.get(points.size() - 1)
        && current.cost == 0;
  }

  private void target(int label) {
    if (!live) {
      return;
    }
    int level = frames.size() - 1 - label;
    reach(level);
    if (level < 0) {
      leavesEarly = true;
    } else {
      frames.get(level).targeted = true;
    }
  }

  private void reach(int level) {
    if (!frames.isEmpty()) {
      Frame innermost = frames.get(frames.size() - 1);
      innermost.outermost = Math.min(innermost.outermost, level);
    }
  }

  private void continueAt(int offset) {
    if (live) {
      current = begin(offset, false);
    }
  }

  private Point begin(int offset, boolean loopHead) {
    Point point = new Point(offset, loopHead);
    points.add(point);
    return point;
  }
}
