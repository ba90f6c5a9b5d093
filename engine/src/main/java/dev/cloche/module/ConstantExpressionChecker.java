package dev.cloche.module;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks the constant expressions of globals and segments (WebAssembly 2.0, 3.3.8.2, with the
 * extended constant expressions of 3.0), types included. Of globals, only imported immutable ones
 * may be named.
 */
final class ConstantExpressionChecker {

  private final ByteCursor in;
  private final ModuleDraft draft;
  private final CodeCursor code;
  private final List<ValueType> stack = new ArrayList<>();

  ConstantExpressionChecker(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
    this.code = new CodeCursor(in, draft.limits.of(ModuleLimit.BR_TABLE_TARGETS));
  }

  /** Reads one expression up to and including its {@code end}; it must leave one {@code type}. */
  void check(ValueType type) throws ModuleException {
    stack.clear();
    while (code.next()) {
      draft.budget.addInstructions(1, in, code.start());
      if (code.opcode() == Opcodes.END) {
        finish(type);
        return;
      }
      step();
      draft.check(ModuleLimit.OPERANDS, in, code.start(), "an expression has", stack.size());
    }
    throw in.refuse(Rule.UNEXPECTED_END, in.end(), "a constant expression has no end");
  }

  private void finish(ValueType type) throws ModuleException {
    if (stack.size() != 1 || stack.get(0) != type) {
      throw code.refusal(
          Rule.TYPE_MISMATCH,
          "a constant expression leaves %d values, but must leave one %s"
              .formatted(stack.size(), type));
    }
  }

  private void step() throws ModuleException {
    Instructions.noteFeature(code.opcode(), draft.features);
    switch (code.opcode()) {
      case Opcodes.I32_CONST -> stack.add(ValueType.I32);
      case Opcodes.I64_CONST -> stack.add(ValueType.I64);
      case Opcodes.F32_CONST -> stack.add(ValueType.F32);
      case Opcodes.F64_CONST -> stack.add(ValueType.F64);
      case Opcodes.REF_NULL -> stack.add(code.valueType());
      case Opcodes.REF_FUNC -> refFunc();
      case Opcodes.GLOBAL_GET -> globalGet();
      case Opcodes.I32_ADD, Opcodes.I32_SUB, Opcodes.I32_MUL -> arithmetic(ValueType.I32);
      case Opcodes.I64_ADD, Opcodes.I64_SUB, Opcodes.I64_MUL -> arithmetic(ValueType.I64);
      default ->
          throw code.refusal(
              Rule.CONSTANT_EXPRESSION, Instructions.mnemonic(code.opcode()) + " is not constant");
    }
  }

  private void refFunc() throws ModuleException {
    int function = code.index();
    if (Integer.compareUnsigned(function, draft.functionCount()) >= 0) {
      throw code.refusal(Rule.UNKNOWN_FUNCTION, "ref.func names no function");
    }
    draft.takeAddress(function);
    stack.add(ValueType.FUNCREF);
  }

  private void globalGet() throws ModuleException {
    int global = code.index();
    if (Integer.compareUnsigned(global, draft.importedGlobals) >= 0) {
      throw code.refusal(
          Rule.UNKNOWN_GLOBAL, "a constant expression names a global that is not imported");
    }
    GlobalType type = draft.globals.get(global);
    if (type.mutable()) {
      throw code.refusal(
          Rule.CONSTANT_EXPRESSION, "a constant expression names mutable global " + global);
    }
    stack.add(type.value());
  }

  private void arithmetic(ValueType type) throws ModuleException {
    draft.features.add(Feature.EXTENDED_CONST);
    int size = stack.size();
    if (size < 2 || stack.get(size - 1) != type || stack.get(size - 2) != type) {
      throw code.refusal(Rule.TYPE_MISMATCH, "arithmetic lacks two operands of type " + type);
    }
    stack.remove(size - 1);
  }
}
