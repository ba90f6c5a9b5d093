package dev.cloche.module;

import java.util.OptionalLong;

/** Reads the limits of tables and memories (WebAssembly 2.0, 5.3.7 to 5.3.9). */
final class LimitsReader {

  private static final long MAX_PAGES = 65_536;
  private static final int SHARED = 2;
  private static final int WIDE = 4;
  private static final int PAGE_SIZE = 8;

  private LimitsReader() {}

  /** Reads a table type; a table with an initial value is the business of another proposal. */
  static void readTable(ByteCursor in, ModuleDraft draft) throws ModuleException {
    int at = in.position();
    int code = in.u8();
    if (code == 0x40) {
      throw in.off(Feature.TYPED_FUNCTION_REFERENCES, at);
    }
    ValueType element = ValueType.of(code, in, at);
    if (!element.isReference()) {
      throw in.refuse(Rule.VALUE_TYPE, at, "a table holds references, not " + element);
    }
    boolean bounded = readFlag(in);
    long min = in.u32();
    draft.tables.add(new TableType(element, min, readMax(in, bounded, min)));
    checkTables(in, at, draft);
  }

  private static void checkTables(ByteCursor in, int at, ModuleDraft draft) throws ModuleException {
    draft.check(ModuleLimit.TABLES, in, at, "the module has", draft.tables.size());
    long entries = draft.tables.stream().mapToLong(TableType::min).sum();
    draft.check(ModuleLimit.TABLE_ENTRIES, in, at, "the module has", entries);
    if (draft.tables.size() > 1 || draft.tables.get(0).element() != ValueType.FUNCREF) {
      draft.features.add(Feature.REFERENCE_TYPES);
    }
  }

  /** Reads a memory type. */
  static void readMemory(ByteCursor in, ModuleDraft draft) throws ModuleException {
    int at = in.position();
    boolean bounded = readFlag(in);
    long min = in.u32();
    OptionalLong max = readMax(in, bounded, min);
    if (min > MAX_PAGES || max.orElse(0) > MAX_PAGES) {
      throw in.refuse(Rule.MEMORY_SIZE, at, "a memory has more than 65536 pages");
    }
    if (!draft.memories.isEmpty()) {
      throw in.off(Feature.MULTI_MEMORY, at);
    }
    draft.check(ModuleLimit.MEMORY_PAGES, in, at, "the module has", min);
    draft.memories.add(new MemoryType(min, max));
  }

  private static boolean readFlag(ByteCursor in) throws ModuleException {
    int at = in.position();
    int flag = in.u8();
    if (flag >= 2 * PAGE_SIZE) {
      throw in.refuse(Rule.LIMITS_FLAG, at, "0x%02x is no flag of limits".formatted(flag));
    }
    if ((flag & PAGE_SIZE) != 0) {
      throw in.off(Feature.CUSTOM_PAGE_SIZES, at);
    }
    if ((flag & WIDE) != 0) {
      throw in.off(Feature.MEMORY64, at);
    }
    if ((flag & SHARED) != 0) {
      throw in.off(Feature.THREADS, at);
    }
    return flag == 1;
  }

  private static OptionalLong readMax(ByteCursor in, boolean bounded, long min)
      throws ModuleException {
    if (!bounded) {
      return OptionalLong.empty();
    }
    int at = in.position();
    long max = in.u32();
    if (max < min) {
      throw in.refuse(Rule.LIMITS_ORDER, at, "maximum %d is below minimum %d".formatted(max, min));
    }
    return OptionalLong.of(max);
  }
}
