package dev.cloche.meter;

import dev.cloche.module.Opcodes;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Which locals of a function are still to be read at which place: those alone need to go into and
 * out of a piece that is cut out.
 *
 * <p><b>How.</b> One walk backwards over structured code knows what is live at every label but
 * those of loops, which lie behind it. Walks are repeated until the sets at loop heads stand still:
 * at most as many as loops are nested, and one.
 *
 * <p><b>Bound.</b> A guest may nest thousands of loops and declare thousands of locals; the work is
 * counted, and a function that needs too much is not analysed.
 */
final class Liveness {

  /** Words of bit sets that one function's analysis may touch. */
  static final long MAX_WORK = 16_000_000;

  private final FlatBody body;
  private final long wordsPerSet;
  private final Map<Integer, BitSet> loopHeads = new HashMap<>();
  private final Map<Integer, BitSet> labels = new HashMap<>();
  private long work;

  private Liveness(FlatBody body) {
    this.body = body;
    this.wordsPerSet = body.locals.size() / Long.SIZE + 1L;
  }

  /** Thrown where the analysis would take too long. */
  static final class TooMuchWork extends Exception {
    private static final long serialVersionUID = 1L;
  }

  static Liveness of(FlatBody body) throws TooMuchWork {
    Liveness liveness = new Liveness(body);
    int heads;
    do {
      heads = liveness.bitsAtHeads();
      liveness.walk(Map.of());
    } while (liveness.bitsAtHeads() != heads);
    return liveness;
  }

  /** The sets only grow, so their size tells whether they changed. */
  private int bitsAtHeads() {
    return loopHeads.values().stream().mapToInt(BitSet::cardinality).sum();
  }

  /** The steps that it has taken. */
  long work() {
    return work;
  }

  /** What is live where a branch to the frame leads. */
  BitSet at(int frame) {
    return frame == FlatBody.FUNCTION ? new BitSet() : labels.get(frame);
  }

  /** What is live before each of these instructions. */
  Map<Integer, BitSet> before(Iterable<Integer> places) throws TooMuchWork {
    Map<Integer, BitSet> wanted = new HashMap<>();
    places.forEach(place -> wanted.put(place, new BitSet()));
    walk(wanted);
    return wanted;
  }

  private void walk(Map<Integer, BitSet> wanted) throws TooMuchWork {
    BitSet live = new BitSet();
    Map<Integer, BitSet> elses = new HashMap<>();
    for (int i = body.size() - 1; i >= 0; i--) {
      live = step(i, live, elses);
      if (wanted.containsKey(i)) {
        wanted.get(i).or(live);
      }
      if (++work > MAX_WORK) {
        throw new TooMuchWork();
      }
    }
  }

  private BitSet step(int i, BitSet live, Map<Integer, BitSet> elses) {
    FlatBody.Op op = body.op(i);
    switch (op.opcode) {
      case Opcodes.LOCAL_GET -> live.set(op.index);
      case Opcodes.LOCAL_SET, Opcodes.LOCAL_TEE -> live.clear(op.index);
      case Opcodes.END -> close(op.match, live);
      case Opcodes.ELSE -> {
        elses.put(op.match, live);
        return copy(at(op.match));
      }
      case Opcodes.IF -> live.or(elses.getOrDefault(i, at(i)));
      case Opcodes.LOOP -> loopHeads.put(i, copy(live));
      case Opcodes.BR -> {
        return copy(at(op.targets[0]));
      }
      case Opcodes.BR_IF -> union(live, op.targets);
      case Opcodes.BR_TABLE -> {
        BitSet all = new BitSet();
        union(all, op.targets);
        return all;
      }
      case Opcodes.RETURN, Opcodes.UNREACHABLE -> {
        return new BitSet();
      }
      default -> {}
    }
    return live;
  }

  private void close(int frame, BitSet live) {
    if (frame != FlatBody.FUNCTION) {
      boolean loop = body.op(frame).opcode == Opcodes.LOOP;
      labels.put(frame, loop ? loopHeads.getOrDefault(frame, new BitSet()) : copy(live));
    }
  }

  private void union(BitSet live, int[] targets) {
    for (int target : targets) {
      live.or(at(target));
    }
    work += targets.length * wordsPerSet;
  }

  private BitSet copy(BitSet set) {
    work += wordsPerSet;
    return (BitSet) set.clone();
  }
}
