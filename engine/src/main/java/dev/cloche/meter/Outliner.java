package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.FunctionType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimit;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits functions that HotSpot would not compile.
 *
 * <p><b>Goal.</b> HotSpot leaves methods of more than 8,000 bytes to its interpreter, whatever runs
 * in them, and a method cannot have more than 64 KiB at all. The main loops of interpreters written
 * in C are larger. Here they lose their larger parts to functions of their own, until each is small
 * enough ({@link CutFinder} chooses them).
 *
 * <p><b>Shape.</b> A piece takes the locals that it reads ({@link Liveness}), gives those that it
 * wrote back through globals ({@link Scratch}), and returns the number of the way by which it was
 * left ({@link PieceWriter}); its caller goes on there ({@link CallerWriter}). The meter's counter
 * is a local like others, and charges move with the code that they pay for: the same instructions
 * of the guest cost the same, and a trap reports the same.
 *
 * <p><b>Stack.</b> A piece runs on top of the function that it was cut out of, so that the latter
 * weighs what the heaviest chain of pieces does as well.
 *
 * <p><b>Nothing shifts.</b> Pieces, their types and the globals stand at the end of their index
 * spaces.
 *
 * <p><b>Bound.</b> Each function is cut in at most {@link #MAX_ROUNDS} rounds and {@link
 * #MAX_DEPTH} levels; one that is still too large then stays so, and works.
 */
public final class Outliner {

  /** What HotSpot compiles has at most 8,000 bytes; the rest is for what the estimate misses. */
  public static final int LIMIT_BYTES = 7_480;

  /** A byte of a guest's code makes 3 of Java code on the average, and never so many. */
  private static final int MOST_PER_BYTE = 6;

  /** A larger body stays whole: its analysis would take too much heap. */
  private static final int MAX_INSTRUCTIONS = 200_000;

  /**
   * How many pieces there may be, and how many pairs of a piece and a function: each piece may have
   * a type of its own, and the compiler looks at every function for every type.
   */
  private static final int MAX_PIECES = 1_000;

  private static final int MAX_PAIRS = 5_000_000;

  /** Steps that all analyses of a module may take together; the rest stays whole. */
  private static final long MAX_WORK = 100_000_000;

  private static final int MAX_ROUNDS = 40;
  private static final int MAX_DEPTH = 6;

  /** A function as it comes out, and the weight of the pieces that may run on top of it. */
  // A value to hand on once, not to compare.
  @SuppressWarnings("ArrayRecordComponent")
  private record Outcome(byte[] body, int weightAbove) {}

  private final MeteredModule metered;
  private final CheckedModule module;
  private final Signatures signatures;
  private final int limit;
  private final int maxPieces;
  private long work;

  /** The bodies of the pieces, in the order of their indexes. */
  private final List<byte[]> pieces = new ArrayList<>();

  private Outliner(MeteredModule metered, int limit) throws ModuleException {
    this.metered = metered;
    this.module = ModuleReader.read(metered.bytes(), withoutLimits());
    this.signatures = new Signatures(module);
    this.limit = limit;
    this.maxPieces = Math.min(MAX_PIECES, MAX_PAIRS / Math.max(1, module.functionCount()));
  }

  /** The guest's module was within the limits; what the meter made of it need not be. */
  private static ModuleLimits withoutLimits() {
    ModuleLimits limits = ModuleLimits.defaults();
    for (ModuleLimit limit : ModuleLimit.values()) {
      limits = limits.with(limit, Integer.MAX_VALUE);
    }
    return limits;
  }

  /**
   * Returns a module that does the same, in functions that HotSpot compiles; the module itself if
   * all are small enough.
   *
   * @throws ModuleException if its code cannot be read, which a metered module's can
   */
  public static MeteredModule apply(MeteredModule metered) throws ModuleException {
    return apply(metered, LIMIT_BYTES);
  }

  /**
   * Does the same for another limit than HotSpot's.
   *
   * @param limit bytes of Java code, as estimated, that a function may come to
   * @throws ModuleException likewise
   */
  public static MeteredModule apply(MeteredModule metered, int limit) throws ModuleException {
    Outliner outliner = new Outliner(metered, limit);
    return outliner.split();
  }

  private MeteredModule split() throws ModuleException {
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < module.bodies().size(); i++) {
      bodies.add(split(i));
    }
    if (pieces.isEmpty()) {
      return metered;
    }
    bodies.addAll(pieces);
    return metered.outlined(new OutlinedModule(module, signatures).write(bodies));
  }

  private byte[] split(int defined) throws ModuleException {
    Body body = module.bodies().get(defined);
    int size = body.end() - body.start();
    boolean small = MOST_PER_BYTE * size + JvmSize.LOCAL_START * body.locals() <= limit;
    if (small || body.instructions() > MAX_INSTRUCTIONS) {
      return Arrays.copyOfRange(module.bytes(), body.start(), body.end());
    }
    byte[] bytes = Arrays.copyOfRange(module.bytes(), body.start(), body.end());
    int function = module.importedFunctions() + defined;
    Outcome outcome = split(module.functionType(function), bytes, 0);
    return outcome.weightAbove == 0
        ? outcome.body
        : FrameWeight.increase(
            FlatBody.of(signatures, module.functionType(function), outcome.body),
            metered.stackGlobal(),
            outcome.weightAbove);
  }

  private Outcome split(FunctionType type, byte[] original, int depth) throws ModuleException {
    byte[] body = original;
    int above = 0;
    for (int round = 0; round < MAX_ROUNDS && depth < MAX_DEPTH; round++) {
      FlatBody flat = FlatBody.of(signatures, type, body);
      JvmSize sizes = JvmSize.of(flat);
      if (sizes.total() <= limit) {
        break;
      }
      List<Cut> cuts = cuts(flat, sizes);
      if (cuts.isEmpty()) {
        break;
      }
      int[] indexes = cuts.stream().mapToInt(this::reserve).toArray();
      body = CallerWriter.write(flat, signatures.scratch(), cuts, indexes);
      for (int i = 0; i < indexes.length; i++) {
        byte[] piece = PieceWriter.write(flat, cuts.get(i), signatures.scratch());
        above = Math.max(above, finish(indexes[i], piece, depth));
      }
    }
    return new Outcome(body, above);
  }

  private List<Cut> cuts(FlatBody flat, JvmSize sizes) {
    if (pieces.size() >= maxPieces || work >= MAX_WORK) {
      return List.of();
    }
    try {
      CutFinder finder = new CutFinder(flat, sizes, limit, metered.stackGlobal());
      List<Cut> cuts = finder.find();
      work += finder.work();
      return cuts;
    } catch (Liveness.TooMuchWork tooMuch) {
      work += Liveness.MAX_WORK;
      return List.of();
    }
  }

  private int reserve(Cut cut) {
    pieces.add(new byte[0]);
    return signatures.add(cut.type());
  }

  /** Splits a piece in turn, and returns what it and those above it weigh. */
  private int finish(int index, byte[] piece, int depth) throws ModuleException {
    FunctionType type = signatures.function(index);
    Outcome outcome = split(type, piece, depth + 1);
    pieces.set(index - module.functionCount(), outcome.body);
    FlatBody flat = FlatBody.of(signatures, type, outcome.body);
    return FuelSchedule.frameBytes(flat.locals.size(), flat.maxHeight()) + outcome.weightAbove;
  }
}
