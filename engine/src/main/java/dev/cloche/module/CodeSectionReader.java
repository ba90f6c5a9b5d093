package dev.cloche.module;

/** Reads the code section (WebAssembly 2.0, 5.5.13): sizes and locals; code goes to the checker. */
final class CodeSectionReader {

  private final ByteCursor in;
  private final ModuleDraft draft;
  private final CodeChecker checker;

  CodeSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
    this.checker = new CodeChecker(draft);
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(3, "function bodies");
    if (count != draft.definedFunctions()) {
      throw in.refuse(
          Rule.FUNCTION_AND_CODE_COUNT,
          at,
          "%d bodies for %d functions".formatted(count, draft.definedFunctions()));
    }
    for (int i = 0; i < count; i++) {
      draft.bodies.add(readBody(draft.importedFunctions + i));
    }
  }

  private Body readBody(int function) throws ModuleException {
    int at = in.position();
    int size = in.count(1, "bytes of a body");
    draft.check(ModuleLimit.BODY_BYTES, in, at, "function %d has".formatted(function), size);
    ByteCursor body = in.slice(size);
    int start = body.position();
    int locals = readLocals(function, body);
    return checker.check(function, start, locals, body);
  }

  private int readLocals(int function, ByteCursor body) throws ModuleException {
    int start = body.position();
    FunctionType type = draft.typeOf(function);
    long locals = type.parameters().size();
    int groups = body.count(2, "groups of locals");
    for (int i = 0; i < groups; i++) {
      int at = body.position();
      locals += body.u32();
      draft.check(
          ModuleLimit.LOCALS_PER_FUNCTION,
          body,
          at,
          "function %d declares".formatted(function),
          locals);
      ValueType.read(body);
    }
    draft.budget.addLocals(locals + type.results().size(), body, start);
    return (int) locals;
  }
}
