package dev.cloche.module;

/** Reads the global section (WebAssembly 2.0, 5.5.9). */
final class GlobalSectionReader {

  private final ByteCursor in;
  private final ModuleDraft draft;

  GlobalSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(4, "globals");
    long all = (long) draft.importedGlobals + count;
    draft.check(ModuleLimit.GLOBALS, in, at, "the module has", all);
    ConstantExpressionChecker constants = new ConstantExpressionChecker(in, draft);
    for (int i = 0; i < count; i++) {
      GlobalType type = readType(in);
      constants.check(type.value());
      draft.globals.add(type);
    }
  }

  /** Reads the type of a global (5.3.10). */
  static GlobalType readType(ByteCursor in) throws ModuleException {
    ValueType value = ValueType.read(in);
    int at = in.position();
    int mutability = in.u8();
    if (mutability > 1) {
      throw in.refuse(Rule.MUTABILITY, at, "0x%02x is no mutability".formatted(mutability));
    }
    return new GlobalType(value, mutability == 1);
  }
}
