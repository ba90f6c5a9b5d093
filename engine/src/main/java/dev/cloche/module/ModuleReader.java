package dev.cloche.module;

import java.util.BitSet;

/**
 * Reads untrusted bytes as a WebAssembly module, strictly and in one pass.
 *
 * <p><b>Goal.</b> What comes out may be handed to a parser that is not safe on hostile bytes, and
 * to a pass that appends to the index spaces.
 *
 * <p><b>Checked.</b> Section framing, counts against the bytes that are left, {@link ModuleLimits},
 * the {@link Feature} allowlist, every index, constant expressions with their types, and of bodies
 * the nesting and the height of the operand stack. Not checked: the types of operands in bodies.
 *
 * <p><b>Cost.</b> Linear in the bytes. Nothing is allocated by a length that the module announces
 * before that length is checked against the bytes left and against the limit.
 */
public final class ModuleReader {

  private static final int CUSTOM = 0;
  private static final int TAG = 13;

  /** The place of each section id in the order that is required; 0 is not ordered. */
  private static final int[] ORDER = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10};

  /** Custom sections, types, imports, functions, tables, memories, globals and exports. */
  private static final BitSet DECLARATIONS = BitSet.valueOf(new byte[] {(byte) 0xFF});

  private final ModuleDraft draft;
  private final ByteCursor in;
  private int lastPlace;
  private int customSections;
  private boolean declarationsOnly;

  private ModuleReader(byte[] bytes, ModuleLimits limits) {
    this.draft = new ModuleDraft(bytes, limits);
    this.in = new ByteCursor(bytes, 0, bytes.length, "header");
  }

  /**
   * Reads a module.
   *
   * @param bytes the module; neither copied nor changed, and not to be changed by the caller as
   *     long as the result is in use
   * @param limits what the module may have at most
   * @throws ModuleException if the bytes are no valid module, or one that is not allowed
   */
  public static CheckedModule read(byte[] bytes, ModuleLimits limits) throws ModuleException {
    return new ModuleReader(bytes, limits).read();
  }

  /**
   * Reads what a module declares, and passes over code, data and all else that calls for it: of a
   * module that is refused for these, imports, exports and memories may still be told.
   *
   * @throws ModuleException if even these are no valid module's
   */
  public static CheckedModule declarations(byte[] bytes, ModuleLimits limits)
      throws ModuleException {
    ModuleReader reader = new ModuleReader(bytes, limits);
    reader.declarationsOnly = true;
    return reader.read();
  }

  private CheckedModule read() throws ModuleException {
    draft.check(ModuleLimit.MODULE_BYTES, in, 0, "the file has", draft.bytes.length);
    FormatSniffer.check(in);
    ByteCursor sections =
        new ByteCursor(draft.bytes, in.position(), draft.bytes.length, "section header");
    while (sections.hasRemaining()) {
      readSection(sections);
    }
    if (!declarationsOnly) {
      checkCounts();
    }
    return new CheckedModule(draft);
  }

  private void readSection(ByteCursor sections) throws ModuleException {
    int start = sections.position();
    int id = sections.u8();
    checkId(sections, start, id);
    long size = sections.u32();
    int contentStart = sections.position();
    if (size > sections.remaining()) {
      throw sections.refuse(
          Rule.TRUNCATED,
          start,
          "the %s has %d bytes, but the file ends after %d: it looks truncated"
              .formatted(Section.title(id), size, sections.remaining()));
    }
    sections.skip((int) size);
    Section section = new Section(id, start, contentStart, sections.position());
    draft.sections.add(section);
    if (!declarationsOnly || DECLARATIONS.get(id)) {
      readContents(section);
    }
  }

  private void checkId(ByteCursor sections, int at, int id) throws ModuleException {
    if (id == TAG) {
      throw sections.off(Feature.EXCEPTION_HANDLING, at);
    }
    if (id >= ORDER.length) {
      throw sections.refuse(Rule.SECTION_ID, at, "%d is no section id".formatted(id));
    }
    if (id == CUSTOM) {
      return;
    }
    if (ORDER[id] <= lastPlace) {
      throw sections.refuse(
          Rule.SECTION_ORDER,
          at,
          "the %s is out of order or repeated".formatted(Section.title(id)));
    }
    lastPlace = ORDER[id];
  }

  private void readContents(Section section) throws ModuleException {
    ByteCursor contents =
        new ByteCursor(draft.bytes, section.contentStart(), section.end(), section.title());
    dispatch(section, contents);
    if (contents.hasRemaining()) {
      throw contents.refuse(
          Rule.SECTION_SIZE,
          contents.position(),
          "%d bytes follow the last entry".formatted(contents.remaining()));
    }
  }

  private void dispatch(Section section, ByteCursor contents) throws ModuleException {
    switch (section.id()) {
      case 1 -> new TypeSectionReader(contents, draft).read();
      case 2 -> new ImportSectionReader(contents, draft).read();
      case 3 -> new DeclarationReader(contents, draft).readFunctions();
      case 4 -> new DeclarationReader(contents, draft).readTables();
      case 5 -> new DeclarationReader(contents, draft).readMemories();
      case 6 -> new GlobalSectionReader(contents, draft).read();
      case 7 -> new ExportSectionReader(contents, draft).read();
      case 8 -> new DeclarationReader(contents, draft).readStart();
      case 9 -> new ElementSectionReader(contents, draft).read();
      case 10 -> new CodeSectionReader(contents, draft).read();
      case 11 -> new DataSectionReader(contents, draft).read();
      case 12 -> new DeclarationReader(contents, draft).readDataCount();
      default -> new CustomSectionReader(contents, draft, customSections++).read(section);
    }
  }

  private void checkCounts() throws ModuleException {
    int end = draft.bytes.length;
    if (draft.bodies.size() != draft.definedFunctions()) {
      throw in.refuse(
          Rule.FUNCTION_AND_CODE_COUNT,
          end,
          "%d functions have no body".formatted(draft.definedFunctions()));
    }
    if (draft.dataCount.orElse(draft.dataSegments) != draft.dataSegments) {
      throw in.refuse(
          Rule.DATA_COUNT,
          end,
          "%d data segments are announced, there are %d"
              .formatted(draft.dataCount.orElse(0), draft.dataSegments));
    }
  }
}
