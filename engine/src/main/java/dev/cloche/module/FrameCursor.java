package dev.cloche.module;

/**
 * Steps over the sections of a module by their frames alone, with the reader's own cursor, so that
 * both see the same sections in a module that is accepted. What is in them is passed over, but the
 * names of custom sections.
 */
final class FrameCursor {

  private static final int CUSTOM = 0;

  private final byte[] module;
  private final ByteCursor in;

  /** One section; {@code name} is empty and {@code payload} its contents where it is not custom. */
  record Frame(int id, String name, int start, int payload, int end) {

    boolean isCustom(String wanted) {
      return id == CUSTOM && name.equals(wanted);
    }
  }

  FrameCursor(byte[] module) throws ModuleException {
    this.module = module;
    this.in = new ByteCursor(module, 0, module.length, "header");
    FormatSniffer.check(in);
  }

  boolean hasNext() {
    return in.hasRemaining();
  }

  /** Returns the offset of the section that comes next. */
  int position() {
    return in.position();
  }

  Frame next() throws ModuleException {
    int start = in.position();
    int id = in.u8();
    long size = in.u32();
    if (size > in.remaining()) {
      throw in.refuse(Rule.TRUNCATED, start, "the file ends within a section");
    }
    int contents = in.position();
    int end = contents + (int) size;
    in.skip((int) size);
    if (id != CUSTOM) {
      return new Frame(id, "", start, contents, end);
    }
    ByteCursor section = new ByteCursor(module, contents, end, "custom section");
    String name = section.name(ModuleLimits.defaults());
    return new Frame(id, name, start, section.position(), end);
  }

  /** Objects to a section that was stepped over. */
  ModuleException refuse(Rule rule, Frame frame, String detail) {
    return in.refuse(rule, frame.start(), detail);
  }
}
