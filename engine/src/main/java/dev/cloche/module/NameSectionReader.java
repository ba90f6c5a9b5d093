package dev.cloche.module;

import java.util.Map;
import java.util.TreeMap;

/**
 * Reads function names from the custom section {@code name} (WebAssembly 2.0, appendix A.4). The
 * section is advice: if it is malformed, there are no names, and the module is none the worse.
 */
final class NameSectionReader {

  private static final int FUNCTION_NAMES = 1;

  private final byte[] bytes;
  private final int functionCount;
  private final ModuleLimits limits;

  NameSectionReader(byte[] bytes, int functionCount, ModuleLimits limits) {
    this.bytes = bytes;
    this.functionCount = functionCount;
    this.limits = limits;
  }

  /** Returns names by function index, fit to be shown; an empty map if the section is malformed. */
  Map<Integer, String> read(Section section) {
    ByteCursor in = new ByteCursor(bytes, section.contentStart(), section.end(), section.title());
    try {
      while (in.hasRemaining()) {
        int id = in.u8();
        ByteCursor subsection = in.slice(in.count(1, "bytes of names"));
        if (id == FUNCTION_NAMES) {
          return readNames(subsection);
        }
      }
      return Map.of();
    } catch (ModuleException e) {
      return Map.of();
    }
  }

  private Map<Integer, String> readNames(ByteCursor in) throws ModuleException {
    Map<Integer, String> names = new TreeMap<>();
    int count = in.count(2, "names");
    for (int i = 0; i < count; i++) {
      long function = in.u32();
      String name = GuestText.escape(in.name(limits));
      // Indexes beyond the functions would let the map grow with the section.
      if (function < functionCount) {
        names.put((int) function, name);
      }
    }
    return Map.copyOf(names);
  }
}
