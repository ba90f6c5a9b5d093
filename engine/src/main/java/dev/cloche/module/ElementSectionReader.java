package dev.cloche.module;

/** Reads the element section (WebAssembly 2.0, 5.5.12). */
final class ElementSectionReader {

  private static final int NOT_ACTIVE = 1;
  private static final int EXPLICIT = 2;
  private static final int EXPRESSIONS = 4;

  private final ByteCursor in;
  private final ModuleDraft draft;
  private final ConstantExpressionChecker constants;

  ElementSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
    this.constants = new ConstantExpressionChecker(in, draft);
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(2, "element segments");
    draft.check(ModuleLimit.ELEMENT_SEGMENTS, in, at, "the module has", count);
    for (int i = 0; i < count; i++) {
      readSegment();
    }
  }

  private void readSegment() throws ModuleException {
    int at = in.position();
    long flags = in.u32();
    if (flags > 7) {
      throw in.refuse(
          Rule.SEGMENT_FLAG, at, "%d is no flag of an element segment".formatted(flags));
    }
    boolean active = (flags & NOT_ACTIVE) == 0;
    boolean explicit = (flags & EXPLICIT) != 0;
    boolean expressions = (flags & EXPRESSIONS) != 0;
    int table = active ? readTarget(explicit) : -1;
    ValueType type = active && !explicit ? ValueType.FUNCREF : readElementType(expressions);
    if (active && draft.tables.get(table).element() != type) {
      throw in.refuse(
          Rule.TYPE_MISMATCH, at, "a segment of %s fills a table of another type".formatted(type));
    }
    if (!active) {
      draft.features.add(Feature.BULK_MEMORY);
    }
    readEntries(type, expressions);
    draft.elementSegments.add(type);
  }

  private int readTarget(boolean explicit) throws ModuleException {
    int at = in.position();
    int table = explicit ? draft.tableIndex(in) : 0;
    if (draft.tables.isEmpty()) {
      throw in.refuse(
          Rule.UNKNOWN_TABLE, at, "an element segment fills table 0, but there is none");
    }
    constants.check(ValueType.I32);
    return table;
  }

  private ValueType readElementType(boolean expressions) throws ModuleException {
    if (expressions) {
      return ValueType.readReference(in);
    }
    int at = in.position();
    int kind = in.u8();
    if (kind != 0) {
      throw in.refuse(Rule.ELEMENT_KIND, at, "0x%02x is no kind of element".formatted(kind));
    }
    return ValueType.FUNCREF;
  }

  private void readEntries(ValueType type, boolean expressions) throws ModuleException {
    int at = in.position();
    int count = in.count(1, "elements");
    draft.elementEntries += count;
    draft.check(ModuleLimit.ELEMENT_ENTRIES, in, at, "the module has", draft.elementEntries);
    for (int i = 0; i < count; i++) {
      if (expressions) {
        constants.check(type);
      } else {
        draft.takeAddress(draft.functionIndex(in));
      }
    }
  }
}
