package dev.cloche.module;

/** Reads the data section (WebAssembly 2.0, 5.5.14). */
final class DataSectionReader {

  private static final int ACTIVE = 0;
  private static final int PASSIVE = 1;
  private static final int EXPLICIT = 2;

  private final ByteCursor in;
  private final ModuleDraft draft;
  private final ConstantExpressionChecker constants;

  DataSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
    this.constants = new ConstantExpressionChecker(in, draft);
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(2, "data segments");
    draft.check(ModuleLimit.DATA_SEGMENTS, in, at, "the module has", count);
    for (int i = 0; i < count; i++) {
      readMode();
      in.skip(in.count(1, "bytes of data"));
    }
    draft.dataSegments = count;
  }

  private void readMode() throws ModuleException {
    int at = in.position();
    long mode = in.u32();
    if (mode > EXPLICIT) {
      throw in.refuse(Rule.SEGMENT_FLAG, at, "%d is no flag of a data segment".formatted(mode));
    }
    if (mode == PASSIVE) {
      draft.features.add(Feature.BULK_MEMORY);
      return;
    }
    if (mode == ACTIVE && draft.memories.isEmpty()) {
      throw in.refuse(Rule.UNKNOWN_MEMORY, at, "a data segment fills memory 0, but there is none");
    }
    if (mode == EXPLICIT) {
      draft.memoryIndex(in);
    }
    constants.check(ValueType.I32);
  }
}
