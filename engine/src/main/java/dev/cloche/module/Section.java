package dev.cloche.module;

/**
 * Where a section lies in the module (WebAssembly 2.0, 5.5.2). All offsets are in bytes from the
 * start of the module.
 *
 * @param id the section id, 0 for a custom section
 * @param start the offset of the id
 * @param contentStart the offset of the contents, after the size
 * @param end the offset after the last byte
 */
public record Section(int id, int start, int contentStart, int end) {

  private static final String[] NAMES = {
    "custom",
    "type",
    "import",
    "function",
    "table",
    "memory",
    "global",
    "export",
    "start",
    "element",
    "code",
    "data",
    "data count"
  };

  /** Returns the name of the section's kind, such as {@code "code section"}. */
  public String title() {
    return title(id);
  }

  static String title(int id) {
    return id < NAMES.length ? NAMES[id] + " section" : "section %d".formatted(id);
  }
}
