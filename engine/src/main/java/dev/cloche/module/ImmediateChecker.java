package dev.cloche.module;

/**
 * Checks the immediates of an instruction: every index names something that exists, alignments are
 * natural at most, references are declared. A later pass appends functions, globals and tables at
 * the end of index spaces and relies on it that no guest can name them.
 */
final class ImmediateChecker {

  private final ModuleDraft draft;
  private final CodeCursor code;
  private final int function;
  private final int locals;

  ImmediateChecker(ModuleDraft draft, CodeCursor code, int function, int locals) {
    this.draft = draft;
    this.code = code;
    this.function = function;
    this.locals = locals;
  }

  void check() throws ModuleException {
    int opcode = code.opcode();
    Instructions.noteFeature(opcode, draft.features);
    switch (Instructions.immediate(opcode)) {
      case NONE, LABEL, LABELS, I32, I64, F32, F64, REFERENCE_TYPE -> {}
      case BLOCK -> checkBlock();
      case FUNCTION -> checkFunction(opcode);
      case TYPE_TABLE -> checkIndirectCall();
      case LOCAL -> within(code.index(), locals, Rule.UNKNOWN_LOCAL);
      case GLOBAL -> checkGlobal(opcode);
      case TABLE -> table(code.index());
      case MEMARG -> checkMemarg(opcode);
      case MEMORY -> memory(code.index());
      case VALUE_TYPES -> checkSelect();
      case DATA_MEMORY -> {
        dataSegment(code.index());
        memory(code.index2());
      }
      case DATA -> dataSegment(code.index());
      case MEMORY_MEMORY -> {
        memory(code.index());
        memory(code.index2());
      }
      case ELEMENT_TABLE -> {
        elementSegment(code.index());
        table(code.index2());
      }
      case ELEMENT -> elementSegment(code.index());
      case TABLE_TABLE -> {
        table(code.index());
        table(code.index2());
      }
    }
  }

  private void checkBlock() throws ModuleException {
    if (code.blockKind() == CodeCursor.BlockKind.TYPE_INDEX) {
      within(code.index(), draft.types.size(), Rule.UNKNOWN_TYPE);
      draft.features.add(Feature.MULTI_VALUE);
      draft.blockTypes.set(code.index());
    }
  }

  private void checkFunction(int opcode) throws ModuleException {
    within(code.index(), draft.functionCount(), Rule.UNKNOWN_FUNCTION);
    if (opcode == Opcodes.REF_FUNC) {
      if (!draft.declared.get(code.index())) {
        throw refuse(
            Rule.UNDECLARED_FUNCTION_REFERENCE,
            "takes a reference to function %d, which is not declared".formatted(code.index()));
      }
      draft.takeAddress(code.index());
    }
  }

  private void checkIndirectCall() throws ModuleException {
    within(code.index(), draft.types.size(), Rule.UNKNOWN_TYPE);
    table(code.index2());
    if (draft.tables.get(code.index2()).element() != ValueType.FUNCREF) {
      throw refuse(Rule.TYPE_MISMATCH, "calls through a table that holds no functions");
    }
  }

  private void checkGlobal(int opcode) throws ModuleException {
    within(code.index(), draft.globals.size(), Rule.UNKNOWN_GLOBAL);
    if (opcode == Opcodes.GLOBAL_SET && !draft.globals.get(code.index()).mutable()) {
      throw refuse(Rule.IMMUTABLE_GLOBAL, "sets immutable global %d".formatted(code.index()));
    }
  }

  private void checkMemarg(int opcode) throws ModuleException {
    memory(0);
    int natural = naturalAlignment(opcode);
    if (Integer.compareUnsigned(code.align(), natural) > 0) {
      throw refuse(
          Rule.ALIGNMENT,
          "aligns %s to 2^%d, natural is 2^%d"
              .formatted(
                  Instructions.mnemonic(opcode), Integer.toUnsignedLong(code.align()), natural));
    }
  }

  /** Returns the binary logarithm of the bytes that a load or store moves. */
  static int naturalAlignment(int opcode) {
    return switch (opcode) {
      case Opcodes.I64_LOAD, Opcodes.F64_LOAD, Opcodes.I64_STORE, Opcodes.F64_STORE -> 3;
      case Opcodes.I32_LOAD,
          Opcodes.F32_LOAD,
          Opcodes.I64_LOAD32_S,
          Opcodes.I64_LOAD32_U,
          Opcodes.I32_STORE,
          Opcodes.F32_STORE,
          Opcodes.I64_STORE32 ->
          2;
      case Opcodes.I32_LOAD16_S,
          Opcodes.I32_LOAD16_U,
          Opcodes.I64_LOAD16_S,
          Opcodes.I64_LOAD16_U,
          Opcodes.I32_STORE16,
          Opcodes.I64_STORE16 ->
          1;
      default -> 0;
    };
  }

  private void checkSelect() throws ModuleException {
    if (code.index() != 1) {
      throw refuse(Rule.SELECT_ARITY, "selects among %d types, not 1".formatted(code.index()));
    }
  }

  private void table(int index) throws ModuleException {
    within(index, draft.tables.size(), Rule.UNKNOWN_TABLE);
  }

  private void memory(int index) throws ModuleException {
    within(index, draft.memories.size(), Rule.UNKNOWN_MEMORY);
  }

  private void elementSegment(int index) throws ModuleException {
    within(index, draft.elementSegments.size(), Rule.UNKNOWN_ELEMENT_SEGMENT);
  }

  private void dataSegment(int index) throws ModuleException {
    if (draft.dataCount.isEmpty()) {
      throw refuse(Rule.DATA_COUNT_MISSING, "names a data segment without a data count section");
    }
    within(index, draft.dataCount.getAsInt(), Rule.UNKNOWN_DATA_SEGMENT);
  }

  private void within(int index, int count, Rule unknown) throws ModuleException {
    if (Integer.compareUnsigned(index, count) >= 0) {
      throw refuse(
          unknown,
          "names %d in %s, where there are %d"
              .formatted(
                  Integer.toUnsignedLong(index), Instructions.mnemonic(code.opcode()), count));
    }
  }

  private ModuleException refuse(Rule rule, String predicate) {
    return code.refusal(rule, "function %d %s".formatted(function, predicate));
  }
}
