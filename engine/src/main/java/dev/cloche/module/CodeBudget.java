package dev.cloche.module;

/**
 * Counts what the code of a whole module adds up to, against the limits. A module can stay within
 * every limit of one function and still be a bomb as a whole.
 */
final class CodeBudget {

  private final ModuleLimits limits;
  private long locals;
  private long instructions;
  private long branchDepths;
  private long moves;

  CodeBudget(ModuleLimits limits) {
    this.limits = limits;
  }

  long instructions() {
    return instructions;
  }

  void addLocals(long count, ByteCursor in, int at) throws ModuleException {
    locals += count;
    check(ModuleLimit.TOTAL_LOCALS, locals, in, at);
  }

  void addInstructions(long count, ByteCursor in, int at) throws ModuleException {
    instructions += count;
    check(ModuleLimit.INSTRUCTIONS, instructions, in, at);
  }

  void addBranchDepth(long depth, ByteCursor in, int at) throws ModuleException {
    branchDepths += depth;
    check(ModuleLimit.BRANCH_DEPTHS, branchDepths, in, at);
  }

  void addMoves(long count, ByteCursor in, int at) throws ModuleException {
    moves += count;
    check(ModuleLimit.TOTAL_MOVES, moves, in, at);
  }

  private void check(ModuleLimit limit, long used, ByteCursor in, int at) throws ModuleException {
    long allowed = limits.of(limit);
    if (used > allowed) {
      throw in.over(limit, at, "the module has", used, allowed);
    }
  }
}
