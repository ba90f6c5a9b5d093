package dev.cloche.module;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A module that {@link ModuleReader} accepted: its bytes, and a map of them. All indexes in it and
 * in its code are in range. It is immutable as long as nobody changes the bytes, and may then be
 * shared between threads.
 */
public final class CheckedModule {

  private final byte[] bytes;
  private final ModuleLimits limits;
  private final List<FunctionType> types;
  private final int[] canonicalTypes;
  private final int distinctTypes;
  private final List<Import> imports;
  private final int importedFunctions;
  private final int[] functionTypes;
  private final List<TableType> tables;
  private final List<MemoryType> memories;
  private final List<GlobalType> globals;
  private final int importedGlobals;
  private final List<Export> exports;
  private final OptionalInt start;
  private final int elementSegments;
  private final int dataSegments;
  private final boolean hasDataCount;
  private final List<Section> sections;
  private final Map<String, Section> customSections;
  private final List<Body> bodies;
  private final BitSet addressTaken;
  private final BitSet blockTypes;
  private final Set<Feature> features;
  private final long instructions;
  private volatile @Nullable Map<Integer, String> functionNames;

  CheckedModule(ModuleDraft draft) {
    bytes = draft.bytes;
    limits = draft.limits;
    types = List.copyOf(draft.types);
    canonicalTypes = draft.canonicalTypes;
    distinctTypes = draft.distinctTypes;
    imports = List.copyOf(draft.imports);
    importedFunctions = draft.importedFunctions;
    functionTypes = draft.functionTypes();
    tables = List.copyOf(draft.tables);
    memories = List.copyOf(draft.memories);
    globals = List.copyOf(draft.globals);
    importedGlobals = draft.importedGlobals;
    exports = List.copyOf(draft.exports);
    start = draft.start;
    elementSegments = draft.elementSegments.size();
    dataSegments = draft.dataSegments;
    hasDataCount = draft.dataCount.isPresent();
    sections = List.copyOf(draft.sections);
    customSections = Collections.unmodifiableMap(draft.customSections);
    bodies = List.copyOf(draft.bodies);
    addressTaken = draft.addressTaken;
    blockTypes = draft.blockTypes;
    features = Collections.unmodifiableSet(EnumSet.copyOf(draft.features));
    instructions = draft.budget.instructions();
  }

  /** Returns the module itself, not a copy: it must not be modified. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the type section as it is written, equal types included. */
  public List<FunctionType> types() {
    return types;
  }

  /** Returns the index of the first type that equals the one at {@code typeIndex}. */
  public int canonicalType(int typeIndex) {
    return canonicalTypes[typeIndex];
  }

  /** Returns how many different types there are. */
  public int distinctTypes() {
    return distinctTypes;
  }

  /** Returns the imports in the order of the module. */
  public List<Import> imports() {
    return imports;
  }

  /** Returns how many functions are imported; they come first in the index space. */
  public int importedFunctions() {
    return importedFunctions;
  }

  /** Returns how many functions there are, imports included. */
  public int functionCount() {
    return functionTypes.length;
  }

  /**
   * Returns the type index of a function, as written, not {@linkplain #canonicalType canonical}.
   */
  public int typeOf(int functionIndex) {
    return functionTypes[functionIndex];
  }

  /** Returns the type of a function. */
  public FunctionType functionType(int functionIndex) {
    return types.get(functionTypes[functionIndex]);
  }

  /** Returns the tables, imported ones first. */
  public List<TableType> tables() {
    return tables;
  }

  /** Returns the memories, imported ones first; at most one. */
  public List<MemoryType> memories() {
    return memories;
  }

  /** Returns the globals, imported ones first. */
  public List<GlobalType> globals() {
    return globals;
  }

  /** Returns how many globals are imported. */
  public int importedGlobals() {
    return importedGlobals;
  }

  /** Returns the exports; their names are unique. */
  public List<Export> exports() {
    return exports;
  }

  /** Returns the start function, which has neither parameters nor results. */
  public OptionalInt start() {
    return start;
  }

  /** Returns how many element segments there are. */
  public int elementSegments() {
    return elementSegments;
  }

  /** Returns how many data segments there are. */
  public int dataSegments() {
    return dataSegments;
  }

  /** Returns whether the module has a data count section. */
  public boolean hasDataCount() {
    return hasDataCount;
  }

  /** Returns all sections in the order of the module, custom ones included. */
  public List<Section> sections() {
    return sections;
  }

  /** Returns the bodies of the functions that are not imported, in the order of their indexes. */
  public List<Body> bodies() {
    return bodies;
  }

  /**
   * Returns a copy of the set of functions that can be called indirectly from within: those in
   * element segments (declarative ones too), and those named by {@code ref.func}. Exports do not
   * count, although the host may put an exported function into a table.
   */
  public BitSet addressTaken() {
    return (BitSet) addressTaken.clone();
  }

  /** Returns a copy of the set of type indexes, as written, that block types name. */
  public BitSet blockTypes() {
    return (BitSet) blockTypes.clone();
  }

  /** Returns the proposals beyond WebAssembly 1.0 that the module uses. */
  public Set<Feature> features() {
    return features;
  }

  /**
   * Returns the instructions of all bodies and constant expressions, targets of {@code br_table}
   * counted too. The parser keeps about 70 bytes of heap for each, and needs more on the way.
   */
  public long instructions() {
    return instructions;
  }

  /** Returns the names of the custom sections, in the order of the module, each once. */
  public Set<String> customSectionNames() {
    return customSections.keySet();
  }

  /**
   * Returns a copy of the contents of a custom section after its name. Names that begin with {@code
   * cloche.} occur at most once; of other names, the first section counts.
   */
  public Optional<byte[]> customSection(String name) {
    return Optional.ofNullable(customSections.get(name))
        .map(section -> Arrays.copyOfRange(bytes, section.contentStart(), section.end()));
  }

  /**
   * Returns names by function index from the custom section {@code name}, escaped and cut to 200
   * characters; empty if there is none or if it is malformed. Parsed at the first call.
   */
  public Map<Integer, String> functionNames() {
    Map<Integer, String> names = functionNames;
    if (names == null) {
      names = readFunctionNames();
      functionNames = names;
    }
    return names;
  }

  private Map<Integer, String> readFunctionNames() {
    Section section = customSections.get("name");
    return section == null
        ? Map.of()
        : new NameSectionReader(bytes, functionCount(), limits).read(section);
  }
}
