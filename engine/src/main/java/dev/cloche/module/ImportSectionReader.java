package dev.cloche.module;

/** Reads the import section (WebAssembly 2.0, 5.5.5). */
final class ImportSectionReader {

  private final ByteCursor in;
  private final ModuleDraft draft;

  ImportSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(4, "imports");
    draft.check(ModuleLimit.IMPORTS, in, at, "the module has", count);
    for (int i = 0; i < count; i++) {
      String module = in.name(draft.limits);
      String name = in.name(draft.limits);
      draft.imports.add(readDescriptor(module, name));
    }
  }

  private Import readDescriptor(String module, String name) throws ModuleException {
    ExternKind kind = ExternKind.read(in);
    int index = 0;
    int typeIndex = -1;
    switch (kind) {
      case FUNCTION -> {
        index = draft.importedFunctions++;
        typeIndex = draft.typeIndex(in);
        draft.addFunction(typeIndex);
      }
      case TABLE -> {
        index = draft.tables.size();
        LimitsReader.readTable(in, draft);
      }
      case MEMORY -> {
        index = draft.memories.size();
        LimitsReader.readMemory(in, draft);
      }
      case GLOBAL -> {
        index = draft.importedGlobals++;
        draft.globals.add(readGlobal());
      }
    }
    return new Import(module, name, kind, index, typeIndex);
  }

  private GlobalType readGlobal() throws ModuleException {
    GlobalType type = GlobalSectionReader.readType(in);
    if (type.mutable()) {
      draft.features.add(Feature.MUTABLE_GLOBALS);
    }
    return type;
  }
}
