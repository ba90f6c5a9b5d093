package dev.cloche.meter;

import dev.cloche.module.CheckedModule;
import dev.cloche.module.ExternKind;
import dev.cloche.module.Import;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Section;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fuel pass.
 *
 * <p><b>Shape.</b> What is left of the current slice of fuel is an {@code i32} global of ours. A
 * function keeps it in a local while it runs: it loads it at its entry and after each call, and
 * stores it before each call and at its one exit. Every run of instructions ({@link ChargePlan}) is
 * charged at its start by one subtraction. Only function entries, loop heads and instructions whose
 * work grows with an operand also compare the counter with zero; in between, what can happen is
 * bounded by the function's size. Below zero, {@code table.grow} on a table of ours asks the host
 * for the next slice ({@link MeteredModule}).
 *
 * <p><b>Nothing shifts.</b> Both globals and the table stand at the end of their index spaces, so
 * no index of the guest changes; functions and segments keep theirs. Types alone are renumbered
 * ({@link TypeTable}). The guest's indexes were checked against its own index spaces, so it cannot
 * name what is appended, and nothing of it is exported.
 *
 * <p><b>Left out.</b> The start section (the host calls the function when fuel is set) and custom
 * sections.
 */
public final class Meter {

  private static final int TYPE = 1;
  private static final int IMPORT = 2;
  private static final int FUNCTION = 3;
  private static final int TABLE = 4;
  private static final int MEMORY = 5;
  private static final int GLOBAL = 6;
  private static final int EXPORT = 7;
  private static final int ELEMENT = 9;
  private static final int CODE = 10;
  private static final int DATA = 11;
  private static final int DATA_COUNT = 12;

  private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};

  /** Where the appended things stand. */
  record Indexes(int fuelGlobal, int stackGlobal, int refuelTable) {
    static Indexes of(CheckedModule module) {
      int globals = module.globals().size();
      return new Indexes(globals, globals + 1, module.tables().size());
    }
  }

  private final CheckedModule module;
  private final Indexes indexes;
  private final TypeTable types;
  private final WasmWriter out;

  private Meter(CheckedModule module) {
    this.module = module;
    this.indexes = Indexes.of(module);
    this.types = new TypeTable(module);
    this.out = new WasmWriter(module.bytes().length * 2 + 1024);
  }

  /**
   * Returns the metered form of a module.
   *
   * @throws IllegalArgumentException if the module imports anything but functions
   * @throws ModuleException if its code cannot be read, which a checked module's can
   */
  public static MeteredModule apply(CheckedModule module) throws ModuleException {
    for (Import imported : module.imports()) {
      if (imported.kind() != ExternKind.FUNCTION) {
        throw new IllegalArgumentException("module imports something that is not a function");
      }
    }
    return new Meter(module).write();
  }

  private MeteredModule write() throws ModuleException {
    WasmWriter code = code();
    out.raw(HEADER);
    section(TYPE, types());
    if (!module.imports().isEmpty()) {
      section(IMPORT, imports());
    }
    if (!module.bodies().isEmpty()) {
      section(FUNCTION, functions());
    }
    section(TABLE, tables());
    if (module.memories().isEmpty()) {
      section(MEMORY, noPages());
    } else {
      copy(MEMORY);
    }
    section(GLOBAL, globals());
    copy(EXPORT);
    copy(ELEMENT);
    copy(DATA_COUNT);
    if (!module.bodies().isEmpty()) {
      section(CODE, code);
    }
    copy(DATA);
    return new MeteredModule(
        out.toByteArray(),
        indexes.fuelGlobal(),
        indexes.stackGlobal(),
        indexes.refuelTable(),
        module.start(),
        MemoryGrowth.isExcluded(module),
        module.functionCount(),
        List.of());
  }

  /** Comes first: writing the bodies tells which types blocks need. */
  private WasmWriter code() throws ModuleException {
    int[] weights = StackWeights.of(module);
    Leaves leaves = Leaves.of(module);
    WasmWriter code = new WasmWriter(module.bytes().length + 1024);
    code.u32(module.bodies().size());
    for (int i = 0; i < weights.length; i++) {
      new BodyRewriter(module, types, indexes, leaves, i, weights[i]).writeTo(code);
    }
    return code;
  }

  private WasmWriter types() {
    WasmWriter content = new WasmWriter(1024);
    types.write(content);
    return content;
  }

  private WasmWriter imports() {
    WasmWriter content = new WasmWriter(1024);
    content.u32(module.imports().size());
    for (Import imported : module.imports()) {
      content.name(imported.module()).name(imported.name());
      content.u8(0).u32(types.map(imported.typeIndex()));
    }
    return content;
  }

  private WasmWriter functions() {
    WasmWriter content = new WasmWriter(1024);
    content.u32(module.bodies().size());
    for (int i = module.importedFunctions(); i < module.functionCount(); i++) {
      content.u32(types.map(module.typeOf(i)));
    }
    return content;
  }

  private WasmWriter tables() {
    WasmWriter content = reopened(TABLE, module.tables().size() + 1);
    return content.u8(0x70).u8(0).u32(0);
  }

  /** A memory that stays empty: each instance has a memory object, which holds the counters. */
  private static WasmWriter noPages() {
    return new WasmWriter(4).u32(1).u8(1).u32(0).u32(0);
  }

  private WasmWriter globals() {
    WasmWriter content = reopened(GLOBAL, module.globals().size() + 2);
    for (int i = 0; i < 2; i++) {
      content.u8(0x7F).u8(1).u8(0x41).s32(0).u8(0x0B);
    }
    return content;
  }

  /** The guest's section of this id with another count, ready to be appended to. */
  private WasmWriter reopened(int id, int count) {
    WasmWriter content = new WasmWriter(256).u32(count);
    Section section = find(id);
    if (section != null) {
      int entries = Leb.read(module.bytes(), section.contentStart()).after();
      content.raw(module.bytes(), entries, section.end());
    }
    return content;
  }

  private void copy(int id) {
    Section section = find(id);
    if (section != null) {
      out.raw(module.bytes(), section.start(), section.end());
    }
  }

  private @Nullable Section find(int id) {
    for (Section section : module.sections()) {
      if (section.id() == id) {
        return section;
      }
    }
    return null;
  }

  private void section(int id, WasmWriter content) {
    out.u8(id).sized(content);
  }
}
