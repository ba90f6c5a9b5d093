package dev.cloche.testkit;

import dev.cloche.testkit.ModuleGrower.Signature;
import java.util.ArrayList;
import java.util.List;

/**
 * Grows the body of one function.
 *
 * <p>An expression of a type leaves one value of it, a statement none, so that whatever is chosen
 * is valid. Depth is bounded, and without choices left every expression is a constant.
 */
final class BodyGrower {
  private static final int MOST_DEPTH = 6;
  private static final int MOST_STATEMENTS = 6;

  private final Choices choices;
  private final ModuleBuilder module;
  private final List<Signature> functions;
  private final String locals;
  private final String globals;
  private final String result;
  private final Code code = new Code();

  /** What a branch to each enclosing label takes along, the innermost last. */
  private final List<String> labels = new ArrayList<>();

  BodyGrower(
      Choices choices,
      ModuleBuilder module,
      List<Signature> functions,
      String locals,
      String globals,
      String result) {
    this.choices = choices;
    this.module = module;
    this.functions = functions;
    this.locals = locals;
    this.globals = globals;
    this.result = result;
  }

  Code grow() {
    statements(0);
    if (!result.isEmpty()) {
      expression(result.charAt(0), 0);
    }
    return code;
  }

  private void statements(int depth) {
    for (int i = choices.below(MOST_STATEMENTS); i > 0 && !choices.isOver(); i--) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    if (depth >= MOST_DEPTH) {
      return;
    }
    switch (choices.below(12)) {
      case 0 -> setLocal(depth);
      case 1 -> setGlobal(depth);
      case 2 -> store(depth);
      case 3 -> block(Code.BLOCK, depth);
      case 4 -> block(Code.LOOP, depth);
      case 5 -> conditional(depth);
      case 6 -> branchIf(depth);
      case 7 -> branchTable(depth);
      case 8 -> bulk(depth);
      case 9 -> call(depth);
      case 10 -> callIndirect(depth);
      default -> {
        expression("ijfd".charAt(choices.below(4)), depth + 1);
        code.op(Code.DROP);
      }
    }
  }

  private void setLocal(int depth) {
    if (!locals.isEmpty()) {
      int local = choices.below(locals.length());
      expression(locals.charAt(local), depth + 1);
      code.set(local);
    }
  }

  private void setGlobal(int depth) {
    if (!globals.isEmpty()) {
      int global = choices.below(globals.length());
      expression(globals.charAt(global), depth + 1);
      code.op(Code.GLOBAL_SET, global);
    }
  }

  private void store(int depth) {
    Instructions.Access access = Instructions.STORES.get(choices.below(Instructions.STORES.size()));
    address(depth);
    expression(access.type(), depth + 1);
    code.op(access.opcode()).u32(0).u32(choices.below(64));
  }

  /** Mostly within the first page. */
  private void address(int depth) {
    expression('i', depth + 1);
    if (choices.below(8) != 0) {
      code.i32(0xffff).op(0x71);
    }
  }

  private void block(int opcode, int depth) {
    code.op(opcode).op(Code.NO_RESULT);
    labels.add("");
    statements(depth + 1);
    labels.remove(labels.size() - 1);
    code.op(Code.END);
  }

  private void conditional(int depth) {
    expression('i', depth + 1);
    code.op(Code.IF).op(Code.NO_RESULT);
    labels.add("");
    statements(depth + 1);
    if (choices.below(2) == 1) {
      code.op(Code.ELSE);
      statements(depth + 1);
    }
    labels.remove(labels.size() - 1);
    code.op(Code.END);
  }

  /** A label that takes nothing along, counted from the innermost; -1 if there is none. */
  private int label() {
    List<Integer> plain = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      if (labels.get(labels.size() - 1 - i).isEmpty()) {
        plain.add(i);
      }
    }
    return plain.isEmpty() ? -1 : plain.get(choices.below(plain.size()));
  }

  private void branchIf(int depth) {
    int label = label();
    if (label >= 0) {
      expression('i', depth + 1);
      code.op(Code.BR_IF, label);
    }
  }

  /** In a block of its own, since what follows it is never reached. */
  private void branchTable(int depth) {
    code.op(Code.BLOCK).op(Code.NO_RESULT);
    labels.add("");
    expression('i', depth + 1);
    int count = choices.below(4);
    code.op(Code.BR_TABLE, count);
    for (int i = 0; i <= count; i++) {
      code.u32(label());
    }
    labels.remove(labels.size() - 1);
    code.op(Code.END);
  }

  private void bulk(int depth) {
    address(depth);
    expression('i', depth + 1);
    expression('i', depth + 1);
    code.i32(0xfff).op(0x71);
    if (choices.below(2) == 0) {
      code.op(0xfc).u32(11).op(0);
    } else {
      code.op(0xfc).u32(10).op(0).op(0);
    }
  }

  private void arguments(Signature function, int depth) {
    for (char type : function.parameters().toCharArray()) {
      expression(type, depth + 1);
    }
  }

  private void call(int depth) {
    int index = choices.below(functions.size());
    arguments(functions.get(index), depth);
    code.call(index);
    dropResult(functions.get(index));
  }

  private void callIndirect(int depth) {
    Signature wanted = functions.get(choices.below(functions.size()));
    arguments(wanted, depth);
    expression('i', depth + 1);
    code.i32(3).op(0x71);
    code.op(Code.CALL_INDIRECT, module.type(wanted.parameters(), wanted.result())).u32(0);
    dropResult(wanted);
  }

  private void dropResult(Signature function) {
    if (!function.result().isEmpty()) {
      code.op(Code.DROP);
    }
  }

  private void expression(char type, int depth) {
    if (depth >= MOST_DEPTH || choices.isOver()) {
      code.constant(type, choices.bits());
      return;
    }
    switch (choices.below(8)) {
      case 0 -> code.constant(type, choices.bits());
      case 1 -> variable(type);
      case 2 -> load(type, depth);
      case 3 -> valued(type, depth);
      case 4 -> selection(type, depth);
      default -> operation(type, depth);
    }
  }

  private void variable(char type) {
    int local = locals.indexOf(type, choices.below(2));
    int global = globals.indexOf(type);
    if (local >= 0) {
      code.get(local);
    } else if (global >= 0) {
      code.op(Code.GLOBAL_GET, global);
    } else {
      code.constant(type, choices.bits());
    }
  }

  private void load(char type, int depth) {
    List<Instructions.Access> of =
        Instructions.LOADS.stream().filter(access -> access.type() == type).toList();
    Instructions.Access access = of.get(choices.below(of.size()));
    address(depth);
    code.op(access.opcode()).u32(0).u32(choices.below(64));
  }

  /** A block with a result, left at its end or by a branch. */
  private void valued(char type, int depth) {
    code.op(Code.BLOCK).op(Code.type(type));
    labels.add(String.valueOf(type));
    statements(depth + 1);
    expression(type, depth + 1);
    if (choices.below(2) == 1) {
      expression('i', depth + 1);
      code.op(Code.BR_IF, 0);
    }
    labels.remove(labels.size() - 1);
    code.op(Code.END);
  }

  private void selection(char type, int depth) {
    expression(type, depth + 1);
    expression(type, depth + 1);
    expression('i', depth + 1);
    code.op(Code.SELECT);
  }

  private void operation(char type, int depth) {
    List<Instructions.Operation> of =
        Instructions.OPERATIONS.stream().filter(each -> each.result() == type).toList();
    Instructions.Operation chosen = of.get(choices.below(of.size()));
    for (char operand : chosen.operands().toCharArray()) {
      expression(operand, depth + 1);
    }
    code.append(chosen.code());
  }
}
