package dev.cloche.meter;

import dev.cloche.module.CheckedModule;
import dev.cloche.module.FunctionType;
import dev.cloche.module.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The type section of the metered module: the guest's types without repetitions, then what block
 * types need.
 *
 * <p>Repetitions go because a compiler builds a bridge for each type, however equal: thousands of
 * them cost a minute of compiling. Indirect calls compare types by structure, so nothing changes
 * for the guest.
 *
 * <p>Indexes 64 to 127 are not used in block types: Chicory 1.7.5 reads a block type's index
 * unsigned and takes those for value types. Such a type is repeated at an index above.
 */
final class TypeTable {

  private static final int FIRST_MISREAD = 64;
  private static final int FIRST_SAFE = 128;

  private final List<FunctionType> types = new ArrayList<>();
  private final Map<FunctionType, Integer> indexes = new HashMap<>();
  private final Map<Integer, Integer> blockAliases = new HashMap<>();
  private final int[] mapped;

  TypeTable(CheckedModule module) {
    List<FunctionType> source = module.types();
    this.mapped = new int[source.size()];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = index(source.get(i));
    }
  }

  /** The index here of the guest's type {@code index}. */
  int map(int index) {
    return mapped[index];
  }

  /** The index here, fit for a block type, of the guest's type {@code index}. */
  int mapForBlock(int index) {
    return blockIndex(mapped[index]);
  }

  /**
   * The index, fit for a block type, of the type that takes nothing and gives {@code type}'s
   * results.
   */
  int resultsForBlock(FunctionType type) {
    return blockIndex(index(new FunctionType(List.of(), type.results())));
  }

  private int index(FunctionType type) {
    return indexes.computeIfAbsent(type, this::append);
  }

  private int append(FunctionType type) {
    types.add(type);
    return types.size() - 1;
  }

  private int blockIndex(int index) {
    if (index < FIRST_MISREAD || index >= FIRST_SAFE) {
      return index;
    }
    return blockAliases.computeIfAbsent(index, this::alias);
  }

  private int alias(int index) {
    FunctionType type = types.get(index);
    for (int width = 0; types.size() < FIRST_SAFE; width++) {
      // Types that differ from all others, and that no function has: a repeated one would cost the
      // compiler a bridge to each of its functions.
      int ignored = index(new FunctionType(Collections.nCopies(width, ValueType.F32), List.of()));
    }
    return append(type);
  }

  void write(WasmWriter out) {
    out.u32(types.size());
    for (FunctionType type : types) {
      out.u8(0x60);
      out.u32(type.parameters().size());
      type.parameters().forEach(value -> out.u8(value.code()));
      out.u32(type.results().size());
      type.results().forEach(value -> out.u8(value.code()));
    }
  }
}
