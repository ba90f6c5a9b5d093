package dev.cloche.module;

import java.util.OptionalInt;

/**
 * Reads the sections that are little more than a list: functions, tables, memories, start and data
 * count (WebAssembly 2.0, 5.5.6 to 5.5.8, 5.5.11 and 5.5.16).
 */
final class DeclarationReader {

  private final ByteCursor in;
  private final ModuleDraft draft;

  DeclarationReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
  }

  void readFunctions() throws ModuleException {
    int at = in.position();
    int count = in.count(1, "functions");
    long all = (long) draft.importedFunctions + count;
    draft.check(ModuleLimit.FUNCTIONS, in, at, "the module has", all);
    draft.check(
        ModuleLimit.TYPES_TIMES_FUNCTIONS, in, at, "the module has", all * draft.distinctTypes);
    for (int i = 0; i < count; i++) {
      draft.addFunction(draft.typeIndex(in));
    }
  }

  void readTables() throws ModuleException {
    int count = in.count(3, "tables");
    for (int i = 0; i < count; i++) {
      LimitsReader.readTable(in, draft);
    }
  }

  void readMemories() throws ModuleException {
    int count = in.count(2, "memories");
    for (int i = 0; i < count; i++) {
      LimitsReader.readMemory(in, draft);
    }
  }

  void readStart() throws ModuleException {
    int at = in.position();
    int function = draft.functionIndex(in);
    FunctionType type = draft.typeOf(function);
    if (!type.parameters().isEmpty() || !type.results().isEmpty()) {
      throw in.refuse(
          Rule.START_TYPE, at, "start function %d has parameters or results".formatted(function));
    }
    draft.start = OptionalInt.of(function);
  }

  void readDataCount() throws ModuleException {
    int at = in.position();
    long count = in.u32();
    draft.check(ModuleLimit.DATA_SEGMENTS, in, at, "the module has", count);
    draft.dataCount = OptionalInt.of((int) count);
    draft.features.add(Feature.BULK_MEMORY);
  }
}
