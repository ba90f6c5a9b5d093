package dev.cloche.module;

/**
 * Checks the structure of one function body after the other: nesting, the exact end, the height of
 * the operand stack, and through {@link ImmediateChecker} every index. What types the operands have
 * is left to the engine's validator.
 *
 * <p>Cost: one pass, proportional to the bytes of the body; memory is that of the open blocks.
 */
final class CodeChecker {

  private final ModuleDraft draft;
  private final long maxLabels;
  private final ControlStack stack = new ControlStack();

  private ByteCursor in;
  private CodeCursor code;
  private ImmediateChecker immediates;
  private int function;
  private int instructions;
  private long moves;

  CodeChecker(ModuleDraft draft) {
    this.draft = draft;
    this.maxLabels = draft.limits.of(ModuleLimit.BR_TABLE_TARGETS);
    this.in = new ByteCursor(draft.bytes, 0, 0, "code section");
    this.code = new CodeCursor(in, maxLabels);
    this.immediates = new ImmediateChecker(draft, code, 0, 0);
  }

  /** Checks a body whose locals have been read; {@code body} stands at the first instruction. */
  Body check(int index, int start, int locals, ByteCursor body) throws ModuleException {
    begin(index, locals, body);
    int codeStart = body.position();
    while (code.next()) {
      if (stack.depth() == 0) {
        throw refuse(Rule.BODY_SIZE, "goes on after its final end");
      }
      immediates.check();
      step();
      checkBudget();
    }
    if (stack.depth() > 0) {
      throw in.refuse(
          Rule.CONTROL_NESTING,
          body.end(),
          "function %d ends with %d blocks open".formatted(function, stack.depth()));
    }
    return new Body(
        start, codeStart, body.end(), locals, stack.maxHeight(), instructions, (int) moves);
  }

  private void begin(int index, int locals, ByteCursor body) {
    in = body;
    code = new CodeCursor(body, maxLabels);
    immediates = new ImmediateChecker(draft, code, index, locals);
    function = index;
    instructions = 0;
    moves = 0;
    FunctionType type = draft.typeOf(index);
    stack.clear();
    stack.open(ControlStack.BODY, ControlStack.NO_TYPE, 0, type.results().size());
  }

  private void checkBudget() throws ModuleException {
    instructions++;
    draft.budget.addInstructions(1, in, code.start());
    limit(ModuleLimit.OPERANDS, "puts", stack.maxHeight());
  }

  private void step() throws ModuleException {
    int opcode = code.opcode();
    switch (opcode) {
      case Opcodes.UNREACHABLE -> stack.jumpAway();
      case Opcodes.BLOCK, Opcodes.LOOP -> open(opcode);
      case Opcodes.IF -> {
        pop(1);
        // The compiler saves the stack for the way through else.
        move(stack.height());
        open(opcode);
      }
      case Opcodes.ELSE -> elseBranch();
      case Opcodes.END -> end();
      case Opcodes.BR -> {
        branch(code.index());
        stack.jumpAway();
      }
      case Opcodes.BR_IF -> {
        pop(1);
        stack.push(branch(code.index()));
      }
      case Opcodes.BR_TABLE -> branchTable();
      case Opcodes.RETURN -> {
        pop(draft.typeOf(function).results().size());
        move(draft.typeOf(function).results().size());
        stack.jumpAway();
      }
      case Opcodes.CALL -> call(draft.typeOf(code.index()));
      case Opcodes.CALL_INDIRECT -> {
        pop(1);
        call(draft.types.get(code.index()));
      }
      default -> {
        pop(Instructions.pops(opcode));
        stack.push(Instructions.pushes(opcode));
      }
    }
  }

  private void open(int opcode) throws ModuleException {
    limit(ModuleLimit.NESTING, "opens", stack.depth());
    // The compiler copies its model of the whole stack at each block.
    move(stack.height());
    switch (code.blockKind()) {
      case EMPTY -> stack.open(opcode, ControlStack.NO_TYPE, 0, 0);
      case VALUE -> stack.open(opcode, ControlStack.NO_TYPE, 0, 1);
      case TYPE_INDEX -> openTyped(opcode, draft.types.get(code.index()));
    }
  }

  private void openTyped(int opcode, FunctionType type) throws ModuleException {
    int parameters = type.parameters().size();
    int results = type.results().size();
    pop(parameters);
    stack.open(opcode, code.index(), parameters, results);
    move((long) parameters + results);
  }

  private void elseBranch() throws ModuleException {
    if (stack.opcode() != Opcodes.IF) {
      throw refuse(Rule.CONTROL_NESTING, "has an else that belongs to no if");
    }
    int type = stack.type();
    int parameters = stack.parameters();
    int results = stack.results();
    close();
    stack.open(Opcodes.ELSE, type, parameters, results);
  }

  private void end() throws ModuleException {
    if (stack.opcode() == Opcodes.IF && !passesThrough(stack.type())) {
      throw refuse(Rule.OPERAND_STACK, "has an if without else that has results");
    }
    int results = stack.results();
    close();
    if (stack.depth() > 0) {
      stack.push(results);
    } else {
      move(results);
    }
  }

  /** Without else, the results of an if are its parameters (3.4.8, the implicit else). */
  private boolean passesThrough(int type) {
    if (type == ControlStack.NO_TYPE) {
      return stack.results() == 0;
    }
    FunctionType block = draft.types.get(type);
    return block.parameters().equals(block.results());
  }

  private void close() throws ModuleException {
    if (!stack.close()) {
      throw refuse(Rule.OPERAND_STACK, "ends a block with too many or too few operands");
    }
  }

  /** Takes the operands of a branch; returns how many they are. */
  private int branch(int label) throws ModuleException {
    leave(label);
    int arity = stack.labelArity(label);
    pop(arity);
    return arity;
  }

  private void branchTable() throws ModuleException {
    int[] labels = code.labels();
    pop(1);
    checkLabel(code.index());
    int arity = stack.labelArity(code.index());
    for (int label : labels) {
      leave(label);
      if (stack.labelArity(label) != arity) {
        throw refuse(Rule.LABEL_ARITY, "has a br_table whose labels differ in operands");
      }
    }
    pop(arity);
    instructions += labels.length;
    draft.budget.addInstructions(labels.length, in, code.start());
    stack.jumpAway();
  }

  /** Notes the cost of one branch: the levels crossed, and the operands dropped and kept. */
  private void leave(int label) throws ModuleException {
    checkLabel(label);
    draft.budget.addBranchDepth(label, in, code.start());
    move(stack.heightAbove(label));
  }

  private void checkLabel(int label) throws ModuleException {
    if (Integer.compareUnsigned(label, stack.depth()) >= 0) {
      throw refuse(
          Rule.UNKNOWN_LABEL,
          "branches %d levels out of %d".formatted(Integer.toUnsignedLong(label), stack.depth()));
    }
  }

  private void call(FunctionType type) throws ModuleException {
    int parameters = type.parameters().size();
    int results = type.results().size();
    pop(parameters);
    stack.push(results);
    move((long) parameters + results);
  }

  private void pop(int count) throws ModuleException {
    if (!stack.pop(count)) {
      throw refuse(
          Rule.OPERAND_STACK, "lacks operands for " + Instructions.mnemonic(code.opcode()));
    }
  }

  private void move(long count) throws ModuleException {
    moves += count;
    limit(ModuleLimit.MOVES_PER_FUNCTION, "has", moves);
    draft.budget.addMoves(count, in, code.start());
  }

  private void limit(ModuleLimit limit, String verb, long used) throws ModuleException {
    long allowed = draft.limits.of(limit);
    if (used > allowed) {
      throw in.over(limit, code.start(), "function %d %s".formatted(function, verb), used, allowed);
    }
  }

  private ModuleException refuse(Rule rule, String predicate) {
    return code.refusal(rule, "function %d %s".formatted(function, predicate));
  }
}
