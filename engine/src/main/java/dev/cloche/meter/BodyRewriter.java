package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.CodeCursor;
import dev.cloche.module.FunctionType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the metered form of one function: the second of the two passes over its body.
 *
 * <p>Instructions are copied as they are, encoding and all, but for those that name a type (types
 * were renumbered) and {@code return}: a body that leaves early is wrapped in a block with the
 * function's results, {@code return} becomes a branch to it, and a branch to the function's own
 * label reaches it without a change, so that there is one way out with one write-back.
 */
final class BodyRewriter {

  private static final int VOID = 0x40;

  /** How many blocks of ours stand around a quiet loop. */
  private static final int QUIET_BLOCKS = 3;

  private final CheckedModule module;
  private final TypeTable types;
  private final Body body;
  private final FunctionType type;
  private final Leaves leaves;
  private final boolean isLeaf;
  private final ChargePlan plan;
  private final int frameBytes;
  private final WasmWriter code;
  private final boolean cached;
  private final MeterCode meter;
  private int copied;
  private int nesting;

  /** The levels of nesting that are quiet loops, each of which has blocks of ours around it. */
  private final BitSet quietLevels = new BitSet();

  private final Deque<Integer> quietCosts = new ArrayDeque<>();

  private int nextPoint = 1;

  BodyRewriter(
      CheckedModule module,
      TypeTable types,
      Meter.Indexes indexes,
      Leaves leaves,
      int function,
      int frameBytes)
      throws ModuleException {
    this.module = module;
    this.types = types;
    this.leaves = leaves;
    this.body = module.bodies().get(function);
    int index = module.importedFunctions() + function;
    this.type = module.types().get(module.typeOf(index));
    this.isLeaf = leaves.cost(index) > 0;
    this.frameBytes = frameBytes;
    this.plan = ChargePlan.of(module.bytes(), body, leaves);
    this.code = new WasmWriter((body.end() - body.codeStart()) * 2 + 64);
    this.cached = isCounterCached(plan);
    this.meter = new MeterCode(code, indexes, body.locals(), cached);
  }

  /** A function that charges once and calls nothing has no use for a copy of the counter. */
  private static boolean isCounterCached(ChargePlan plan) {
    return plan.hasCallFreeLoops()
        || plan.isSized()
        || plan.points().size() > 1
        || plan.calls() > 0;
  }

  /** Appends the body, with its size in front. */
  void writeTo(WasmWriter out) throws ModuleException {
    if (isLeaf) {
      out.sized(new WasmWriter(64).raw(module.bytes(), body.start(), body.end()));
      return;
    }
    enter();
    if (plan.leavesEarly()) {
      openWrapper();
    }
    copied = body.codeStart();
    CodeCursor cursor = new CodeCursor(module.bytes(), body.codeStart(), body.end());
    while (cursor.next() && !isFunctionEnd(cursor)) {
      chargeAt(cursor.start());
      rewrite(cursor);
    }
    copyUpTo(body.end() - 1);
    if (plan.leavesEarly()) {
      code.u8(Opcodes.END);
    }
    meter.exit(frameBytes);
    code.u8(Opcodes.END);
    WasmWriter whole = new WasmWriter(code.size() + 32);
    declareLocals(whole);
    out.sized(whole.raw(code.toByteArray()));
  }

  /** What is short and asks for nothing is left to its caller's next check. */
  private void enter() {
    boolean brief = plan.calls() == 0 && !plan.isSized() && plan.total() <= FuelSchedule.LEAF_COST;
    if (brief && frameBytes == 0) {
      meter.enterUnchecked(plan.entry().cost);
    } else {
      meter.enter(plan.entry().cost, frameBytes);
    }
  }

  private boolean isFunctionEnd(CodeCursor cursor) {
    return cursor.opcode() == Opcodes.END && nesting == 0;
  }

  private void openWrapper() {
    List<ValueType> results = type.results();
    code.u8(Opcodes.BLOCK);
    switch (results.size()) {
      case 0 -> code.u8(VOID);
      case 1 -> code.u8(results.get(0).code());
      default -> code.s32(types.resultsForBlock(type));
    }
  }

  private void declareLocals(WasmWriter out) {
    Leb groups = Leb.read(module.bytes(), body.start());
    out.u32(groups.value() + meter.localGroups());
    out.raw(module.bytes(), groups.after(), body.codeStart());
    meter.declareLocals(out);
  }

  private void chargeAt(int offset) {
    while (nextPoint < plan.points().size() && plan.points().get(nextPoint).at == offset) {
      ChargePlan.Point point = plan.points().get(nextPoint++);
      if (point.quiet && cached) {
        // Charged where the loop was opened.
        continue;
      }
      copyUpTo(offset);
      if (point.check) {
        meter.chargeAndCheck(point.cost);
      } else {
        meter.charge(point.cost);
      }
    }
  }

  private void rewrite(CodeCursor cursor) {
    switch (cursor.opcode()) {
      case Opcodes.BLOCK, Opcodes.IF -> {
        nesting++;
        renumberBlockType(cursor);
      }
      case Opcodes.LOOP -> loop(cursor);
      case Opcodes.END -> end(cursor);
      case Opcodes.BR, Opcodes.BR_IF, Opcodes.BR_TABLE -> branch(cursor);
      case Opcodes.RETURN -> replace(cursor).u8(Opcodes.BR).u32(depth(nesting));
      case Opcodes.UNREACHABLE -> {
        // The one trap that can be seen coming: what it reports is exact.
        copyUpTo(cursor.start());
        meter.store();
      }
      case Opcodes.CALL -> {
        if (leaves.cost(cursor.index()) == 0) {
          copyUpTo(cursor.start());
          meter.store();
          copyUpTo(cursor.end());
          meter.load();
        }
      }
      case Opcodes.CALL_INDIRECT -> {
        copyUpTo(cursor.start());
        meter.store();
        replace(cursor)
            .u8(Opcodes.CALL_INDIRECT)
            .u32(types.map(cursor.index()))
            .u32(cursor.index2());
        meter.load();
      }
      default -> rewriteSized(cursor);
    }
  }

  /**
   * Opens a loop. An innermost one that is short of fuel leaves for a place around it where the
   * counter is refilled, and comes back:
   *
   * <pre>{@code
   * block $out
   *   loop $again
   *     block $short
   *       loop                    ;; the guest's
   *         (br_if $short (i32.lt_s (local.get $fuel) (i32.const cost)))
   *         ...
   *       end
   *       br $out
   *     end
   *     ask for fuel
   *     br $again
   *   end
   * end
   * }</pre>
   *
   * In the guest's loop itself there is then no call, behind which a compiler would have to read
   * the memory's fields again in each round.
   */
  private void loop(CodeCursor cursor) {
    nesting++;
    ChargePlan.Point head = cached ? quietHead(cursor.end()) : null;
    if (head == null) {
      renumberBlockType(cursor);
      return;
    }
    replace(cursor);
    open(Opcodes.BLOCK, cursor);
    open(Opcodes.LOOP, cursor);
    code.u8(Opcodes.BLOCK).u8(VOID);
    open(Opcodes.LOOP, cursor);
    meter.chargeOrBranch(head.cost, 1);
    quietLevels.set(nesting);
    quietCosts.push(head.cost);
  }

  private ChargePlan.@Nullable Point quietHead(int offset) {
    for (int i = nextPoint; i < plan.points().size(); i++) {
      ChargePlan.Point point = plan.points().get(i);
      if (point.at > offset) {
        return null;
      }
      if (point.at == offset && point.quiet) {
        return point;
      }
    }
    return null;
  }

  /** Opens a block of another kind, with the type of the one under the cursor. */
  private void open(int opcode, CodeCursor cursor) {
    code.u8(opcode).raw(module.bytes(), cursor.start() + 1, cursor.end());
  }

  private void end(CodeCursor cursor) {
    if (quietLevels.get(nesting)) {
      quietLevels.clear(nesting);
      replace(cursor).u8(Opcodes.END).u8(Opcodes.BR).u32(2).u8(Opcodes.END);
      meter.refuelFor(quietCosts.pop());
      code.u8(Opcodes.BR).u32(0).u8(Opcodes.END).u8(Opcodes.END);
    }
    nesting--;
  }

  /** Branches count the blocks of ours that they leave. */
  private void branch(CodeCursor cursor) {
    if (quietLevels.isEmpty()) {
      return;
    }
    replace(cursor).u8(cursor.opcode());
    if (cursor.opcode() == Opcodes.BR_TABLE) {
      int[] labels = cursor.labels();
      code.u32(labels.length - 1);
      for (int label : labels) {
        code.u32(depth(label));
      }
    } else {
      code.u32(depth(cursor.index()));
    }
  }

  /** The depth, with the blocks of ours, of what is so deep without them. */
  private int depth(int label) {
    int target = nesting - label;
    return label + QUIET_BLOCKS * quietLevels.get(target + 1, nesting + 1).cardinality();
  }

  /** Instructions whose work grows with an operand. */
  private void rewriteSized(CodeCursor cursor) {
    switch (cursor.opcode()) {
      case Opcodes.MEMORY_FILL, Opcodes.MEMORY_COPY, Opcodes.MEMORY_INIT -> {
        copyUpTo(cursor.start());
        meter.chargeMemoryBulk();
      }
      case Opcodes.TABLE_COPY, Opcodes.TABLE_INIT -> {
        copyUpTo(cursor.start());
        meter.chargeTableBulk();
      }
      case Opcodes.TABLE_FILL -> {
        copyUpTo(cursor.start());
        ValueType element = module.tables().get(cursor.index()).element();
        meter.chargeTableFill(element == ValueType.FUNCREF);
      }
      case Opcodes.MEMORY_GROW -> rewriteGrow(cursor, FuelSchedule.GROW_PAGE_LOG2);
      case Opcodes.TABLE_GROW -> rewriteGrow(cursor, 0);
      default -> {}
    }
  }

  private void rewriteGrow(CodeCursor cursor, int log2) {
    copyUpTo(cursor.start());
    meter.beforeGrow();
    copyUpTo(cursor.end());
    meter.chargeGrowth(log2);
  }

  private void renumberBlockType(CodeCursor cursor) {
    if (cursor.blockKind() == CodeCursor.BlockKind.TYPE_INDEX) {
      replace(cursor).u8(cursor.opcode()).s32(types.mapForBlock(cursor.index()));
    }
  }

  /** Copies what is pending, and drops the instruction under the cursor for one to be written. */
  private WasmWriter replace(CodeCursor cursor) {
    copyUpTo(cursor.start());
    copied = cursor.end();
    return code;
  }

  private void copyUpTo(int offset) {
    if (offset > copied) {
      code.raw(module.bytes(), copied, offset);
      copied = offset;
    }
  }
}
