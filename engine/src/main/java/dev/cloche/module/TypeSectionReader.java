package dev.cloche.module;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the type section (WebAssembly 2.0, 5.5.4) and finds equal types. */
final class TypeSectionReader {

  private final ByteCursor in;
  private final ModuleDraft draft;
  private long values;

  TypeSectionReader(ByteCursor in, ModuleDraft draft) {
    this.in = in;
    this.draft = draft;
  }

  void read() throws ModuleException {
    int at = in.position();
    int count = in.count(3, "types");
    draft.check(ModuleLimit.TYPES, in, at, "the module has", count);
    draft.canonicalTypes = new int[count];
    Map<FunctionType, Integer> first = new HashMap<>();
    for (int i = 0; i < count; i++) {
      at = in.position();
      FunctionType type = readType();
      draft.types.add(type);
      draft.canonicalTypes[i] = first.computeIfAbsent(type, key -> draft.types.size() - 1);
      draft.check(ModuleLimit.DISTINCT_TYPES, in, at, "the module has", first.size());
    }
    draft.distinctTypes = first.size();
  }

  private FunctionType readType() throws ModuleException {
    readForm();
    List<ValueType> parameters = readValues(ModuleLimit.PARAMETERS);
    List<ValueType> results = readValues(ModuleLimit.RESULTS);
    if (results.size() > 1) {
      draft.features.add(Feature.MULTI_VALUE);
    }
    return new FunctionType(parameters, results);
  }

  private void readForm() throws ModuleException {
    int at = in.position();
    int form = in.u8();
    switch (form) {
      case 0x60 -> {}
      case 0x4E, 0x4F, 0x50, 0x5E, 0x5F -> throw in.off(Feature.GC, at);
      case 0x65 -> throw in.off(Feature.THREADS, at);
      default -> throw in.refuse(Rule.TYPE_FORM, at, "0x%02x is no form of a type".formatted(form));
    }
  }

  private List<ValueType> readValues(ModuleLimit limit) throws ModuleException {
    int at = in.position();
    int count = in.count(1, limit.noun());
    draft.check(limit, in, at, "a type has", count);
    values += count;
    draft.check(ModuleLimit.TYPE_VALUES, in, at, "the types have", values);
    ValueType[] types = new ValueType[count];
    for (int i = 0; i < count; i++) {
      types[i] = ValueType.read(in);
      if (types[i] == ValueType.EXTERNREF) {
        draft.features.add(Feature.REFERENCE_TYPES);
      }
    }
    return List.of(types);
  }
}
