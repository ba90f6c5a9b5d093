package dev.cloche.module;

import java.util.HashSet;
import java.util.Set;

/** Reads the export section (WebAssembly 2.0, 5.5.10). */
final class ExportSectionReader {

  private final ByteCursor in;
  private final ModuleDraft draft;
  private final Set<String> names = new HashSet<>();

  ExportSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(3, "exports");
    draft.check(ModuleLimit.EXPORTS, in, at, "the module has", count);
    for (int i = 0; i < count; i++) {
      draft.exports.add(readExport());
    }
  }

  private Export readExport() throws ModuleException {
    int at = in.position();
    String name = in.name(draft.limits);
    if (!names.add(name)) {
      throw in.refuse(
          Rule.DUPLICATE_EXPORT, at, "%s is exported twice".formatted(GuestText.quote(name)));
    }
    ExternKind kind = ExternKind.read(in);
    return new Export(name, kind, readIndex(kind));
  }

  private int readIndex(ExternKind kind) throws ModuleException {
    return switch (kind) {
      case FUNCTION -> {
        int function = draft.functionIndex(in);
        // Exporting declares a function, but nobody can call it through a table by that.
        draft.declared.set(function);
        yield function;
      }
      case TABLE -> draft.tableIndex(in);
      case MEMORY -> draft.memoryIndex(in);
      case GLOBAL -> {
        int global = draft.globalIndex(in);
        if (draft.globals.get(global).mutable()) {
          draft.features.add(Feature.MUTABLE_GLOBALS);
        }
        yield global;
      }
    };
  }
}
