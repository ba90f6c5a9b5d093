package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.CodeCursor;
import dev.cloche.module.FunctionType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;
import dev.cloche.module.ValueType;
import java.util.List;

/**
 * Writes the metered form of one function: the second of the two passes over its body.
 *
 * <p>Instructions are copied as they are, encoding and all, but for those that name a type (types
 * were renumbered) and {@code return}: a body that leaves early is wrapped in a block with the
 * function's results, {@code return} becomes a branch to it, and a branch to the function's own
 * label reaches it without a change, so that there is one way out with one write-back.
 */
final class BodyRewriter {

  private final CheckedModule module;
  private final TypeTable types;
  private final Body body;
  private final FunctionType type;
  private final ChargePlan plan;
  private final int frameBytes;
  private final WasmWriter code;
  private final MeterCode meter;
  private int copied;
  private int nesting;
  private int nextPoint = 1;

  BodyRewriter(
      CheckedModule module, TypeTable types, Meter.Indexes indexes, int function, int frameBytes)
      throws ModuleException {
    this.module = module;
    this.types = types;
    this.body = module.bodies().get(function);
    this.type = module.types().get(module.typeOf(module.importedFunctions() + function));
    this.frameBytes = frameBytes;
    this.plan = ChargePlan.of(module.bytes(), body);
    this.code = new WasmWriter((body.end() - body.codeStart()) * 2 + 64);
    this.meter =
        new MeterCode(
            code,
            indexes.fuelGlobal(),
            indexes.stackGlobal(),
            indexes.refuelTable(),
            body.locals());
  }

  /** Appends the body, with its size in front. */
  void writeTo(WasmWriter out) throws ModuleException {
    meter.enter(plan.entry().cost, frameBytes);
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

  private boolean isFunctionEnd(CodeCursor cursor) {
    return cursor.opcode() == Opcodes.END && nesting == 0;
  }

  private void openWrapper() {
    List<ValueType> results = type.results();
    code.u8(Opcodes.BLOCK);
    switch (results.size()) {
      case 0 -> code.u8(0x40);
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
      case Opcodes.BLOCK, Opcodes.LOOP, Opcodes.IF -> {
        nesting++;
        renumberBlockType(cursor);
      }
      case Opcodes.END -> nesting--;
      case Opcodes.RETURN -> replace(cursor).u8(Opcodes.BR).u32(nesting);
      case Opcodes.UNREACHABLE -> {
        // The one trap that can be seen coming: what it reports is exact.
        copyUpTo(cursor.start());
        meter.store();
      }
      case Opcodes.CALL -> {
        copyUpTo(cursor.start());
        meter.store();
        copyUpTo(cursor.end());
        meter.load();
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
