package dev.cloche.module;

/** Reads the names of custom sections (WebAssembly 2.0, 5.5.3); their contents stay unread. */
final class CustomSectionReader {

  /** Names with this prefix are the engine's own: two sections of such a name are ambiguous. */
  private static final String OWN_PREFIX = "cloche.";

  private final ByteCursor in;
  private final ModuleDraft draft;
  private int count;

  CustomSectionReader(ByteCursor in, ModuleDraft draft, int count) {
    this.in = in;
    this.draft = draft;
    this.count = count;
  }

  /** Reads the name of {@code section}, of which the contents after it are kept for later. */
  void read(Section section) throws ModuleException {
    int at = in.position();
    draft.check(ModuleLimit.CUSTOM_SECTIONS, in, at, "the module has", ++count);
    String name = in.name(draft.limits);
    Section contents = new Section(section.id(), section.start(), in.position(), section.end());
    Section earlier = draft.customSections.putIfAbsent(name, contents);
    if (earlier != null && name.startsWith(OWN_PREFIX)) {
      throw in.refuse(
          Rule.DUPLICATE_MANIFEST,
          at,
          "custom section %s occurs twice".formatted(GuestText.quote(name)));
    }
    in.skip(in.remaining());
  }
}
