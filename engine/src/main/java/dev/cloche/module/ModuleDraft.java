package dev.cloche.module;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What is known of a module while its sections are read in turn: the index spaces so far. Each
 * reader of a section fills its own part and looks only at parts of earlier sections.
 */
final class ModuleDraft {

  final byte[] bytes;
  final ModuleLimits limits;

  final List<FunctionType> types = new ArrayList<>();
  int[] canonicalTypes = {};
  int distinctTypes;

  final List<Import> imports = new ArrayList<>();
  final List<TableType> tables = new ArrayList<>();
  final List<MemoryType> memories = new ArrayList<>();
  final List<GlobalType> globals = new ArrayList<>();
  final List<Export> exports = new ArrayList<>();
  int importedFunctions;
  int importedGlobals;
  private int[] functionTypes = {};
  private int functionCount;

  OptionalInt start = OptionalInt.empty();
  final List<ValueType> elementSegments = new ArrayList<>();
  long elementEntries;
  OptionalInt dataCount = OptionalInt.empty();
  int dataSegments;

  final List<Section> sections = new ArrayList<>();
  final Map<String, Section> customSections = new LinkedHashMap<>();
  final List<Body> bodies = new ArrayList<>();

  /** Functions whose reference the module may take in code (C.refs in WebAssembly 2.0, 3.4.10). */
  final BitSet declared = new BitSet();

  /** Functions of which a reference exists, so that they can be called indirectly. */
  final BitSet addressTaken = new BitSet();

  /** Types that a block type names by index. */
  final BitSet blockTypes = new BitSet();

  final EnumSet<Feature> features = EnumSet.noneOf(Feature.class);
  final CodeBudget budget;

  ModuleDraft(byte[] bytes, ModuleLimits limits) {
    this.bytes = bytes;
    this.limits = limits;
    this.budget = new CodeBudget(limits);
  }

  /** Refuses {@code used} of something if it is more than the limit. */
  void check(ModuleLimit limit, ByteCursor in, int at, String subject, long used)
      throws ModuleException {
    long allowed = limits.of(limit);
    if (used > allowed) {
      throw in.over(limit, at, subject, used, allowed);
    }
  }

  int functionCount() {
    return functionCount;
  }

  int definedFunctions() {
    return functionCount - importedFunctions;
  }

  int typeIndexOf(int function) {
    return functionTypes[function];
  }

  FunctionType typeOf(int function) {
    return types.get(functionTypes[function]);
  }

  int[] functionTypes() {
    return Arrays.copyOf(functionTypes, functionCount);
  }

  void addFunction(int typeIndex) {
    if (functionCount == functionTypes.length) {
      functionTypes = Arrays.copyOf(functionTypes, Math.max(16, 2 * functionCount));
    }
    functionTypes[functionCount++] = typeIndex;
  }

  void takeAddress(int function) {
    declared.set(function);
    addressTaken.set(function);
  }

  /** Reads an index and checks that it is below {@code count}. */
  static int index(ByteCursor in, int count, Rule unknown, String what) throws ModuleException {
    int at = in.position();
    long index = in.u32();
    if (index >= count) {
      throw in.refuse(
          unknown, at, "%s %d does not exist, there are %d".formatted(what, index, count));
    }
    return (int) index;
  }

  int typeIndex(ByteCursor in) throws ModuleException {
    return index(in, types.size(), Rule.UNKNOWN_TYPE, "type");
  }

  int functionIndex(ByteCursor in) throws ModuleException {
    return index(in, functionCount, Rule.UNKNOWN_FUNCTION, "function");
  }

  int tableIndex(ByteCursor in) throws ModuleException {
    return index(in, tables.size(), Rule.UNKNOWN_TABLE, "table");
  }

  int memoryIndex(ByteCursor in) throws ModuleException {
    return index(in, memories.size(), Rule.UNKNOWN_MEMORY, "memory");
  }

  int globalIndex(ByteCursor in) throws ModuleException {
    return index(in, globals.size(), Rule.UNKNOWN_GLOBAL, "global");
  }
}
