package dev.cloche.meter;

import dev.cloche.module.FunctionType;
import dev.cloche.module.ValueType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What becomes one piece: one arm, or several of one switch, and the locals and ways out that it
 * takes.
 *
 * <p>Several arms are entered by number. In the function, each leaves behind a jump to the one
 * call, which stands behind the block {@link #anchor}: all arms lie in it, and all their ways out
 * around it.
 */
final class Cut {

  /** Slots of Java locals for what a piece takes; more cost more than they are worth. */
  private static final int MAX_PARAMETER_SLOTS = 60;

  /** A way out: the frame that it leads to, or {@link Arm#NEXT}, and what it carries. */
  record Exit(int frame, List<ValueType> carried) {}

  final List<Arm> arms;
  final List<Integer> parameters;

  /** The locals that are given back. */
  final List<Integer> results;

  final List<Exit> exits;
  private final FlatBody body;

  private Cut(
      FlatBody body,
      List<Arm> arms,
      List<Integer> parameters,
      List<Integer> results,
      List<Exit> exits) {
    this.body = body;
    this.arms = List.copyOf(arms);
    this.parameters = parameters;
    this.results = results;
    this.exits = exits;
  }

  /** The cut of these arms, in the order of the code; what is live is known before each. */
  static Cut of(FlatBody body, Liveness liveness, Map<Integer, BitSet> before, List<Arm> arms) {
    BitSet accessed = new BitSet();
    BitSet written = new BitSet();
    BitSet in = new BitSet();
    BitSet out = new BitSet();
    TreeSet<Integer> ways = new TreeSet<>();
    for (Arm arm : arms) {
      accessed.or(arm.accessed);
      written.or(arm.written);
      in.or(before.get(arm.from));
      ways.addAll(arm.exits);
      if (arm.falls) {
        ways.add(arms.size() == 1 ? Arm.NEXT : arm.frame);
      }
    }
    if (arms.size() > 1) {
      arms.forEach(arm -> ways.remove(arm.entry));
    }
    List<Exit> exits = new ArrayList<>();
    for (int way : ways.descendingSet()) {
      out.or(way == Arm.NEXT ? before.get(arms.get(0).to) : liveness.at(way));
      exits.add(new Exit(way, way == Arm.NEXT ? List.of() : body.shape(way).carried()));
    }
    in.and(accessed);
    out.and(written);
    return new Cut(body, arms, in.stream().boxed().toList(), out.stream().boxed().toList(), exits);
  }

  /** Whether several arms are entered by number. */
  boolean isSwitch() {
    return arms.size() > 1;
  }

  /** The block behind which the call stands: the innermost that holds all arms. */
  int anchor() {
    return arms.get(arms.size() - 1).frame;
  }

  /** Whether what goes in and comes out fits: no references, and room in the scratch globals. */
  boolean fits() {
    Map<ValueType, Integer> used = new EnumMap<>(ValueType.class);
    results.forEach(local -> used.merge(body.locals.get(local), 1, Integer::sum));
    boolean room =
        used.entrySet().stream()
            .allMatch(entry -> entry.getValue() < Scratch.count(entry.getKey()));
    int slots = 0;
    for (int local : parameters) {
      ValueType type = body.locals.get(local);
      room &= !type.isReference();
      slots += JvmSize.width(type);
    }
    return room && slots <= MAX_PARAMETER_SLOTS;
  }

  /** The type of the piece. */
  FunctionType type() {
    List<ValueType> in = new ArrayList<>();
    if (isSwitch()) {
      in.add(ValueType.I32);
    }
    parameters.forEach(local -> in.add(body.locals.get(local)));
    return new FunctionType(in, exits.size() > 1 ? List.of(ValueType.I32) : List.of());
  }

  /** The scratch global of each result. */
  int[] resultGlobals(Scratch scratch) {
    Map<ValueType, Integer> used = new EnumMap<>(ValueType.class);
    int[] globals = new int[results.size()];
    for (int i = 0; i < globals.length; i++) {
      ValueType type = body.locals.get(results.get(i));
      globals[i] = scratch.of(type, used.merge(type, 1, Integer::sum) - 1);
    }
    return globals;
  }

  /** The scratch global for what an exit carries: the last of its type, which no result uses. */
  static int carriedGlobal(Scratch scratch, ValueType type) {
    return scratch.of(type, Scratch.count(type) - 1);
  }

  /** Bytes of Java code that the call and what follows it take, roughly. */
  int callBytes() {
    return 10
        + 2 * parameters.size()
        + 10 * results.size()
        + (exits.size() > 1 ? 16 : 0)
        + 12 * exits.size();
  }
}
