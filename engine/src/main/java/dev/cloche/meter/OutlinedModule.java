package dev.cloche.meter;

import dev.cloche.module.CheckedModule;
import dev.cloche.module.FunctionType;
import dev.cloche.module.Section;
import dev.cloche.module.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a module with other bodies, and with types, functions and globals appended. */
final class OutlinedModule {

  private static final int HEADER_BYTES = 8;
  private static final int TYPE = 1;
  private static final int FUNCTION = 3;
  private static final int GLOBAL = 6;
  private static final int CODE = 10;

  private final CheckedModule module;
  private final Signatures signatures;
  private final WasmWriter out;

  OutlinedModule(CheckedModule module, Signatures signatures) {
    this.module = module;
    this.signatures = signatures;
    this.out = new WasmWriter(module.bytes().length * 2);
  }

  byte[] write(List<byte[]> bodies) {
    WasmWriter types = new WasmWriter(256);
    WasmWriter functions = new WasmWriter(256);
    int distinct = declare(types, functions);
    out.raw(module.bytes(), 0, HEADER_BYTES);
    for (Section section : module.sections()) {
      switch (section.id()) {
        case TYPE -> extend(section, distinct, types);
        case FUNCTION -> extend(section, signatures.pieces().size(), functions);
        case GLOBAL -> extend(section, Scratch.types().size(), globals());
        case CODE -> code(bodies);
        default -> out.raw(module.bytes(), section.start(), section.end());
      }
    }
    return out.toByteArray();
  }

  /** Writes the types that pieces have and no function before, and the type of each piece. */
  private int declare(WasmWriter types, WasmWriter functions) {
    Map<FunctionType, Integer> indexes = new HashMap<>();
    for (int i = 0; i < module.types().size(); i++) {
      indexes.putIfAbsent(module.types().get(i), i);
    }
    int added = 0;
    for (FunctionType piece : signatures.pieces()) {
      Integer index = indexes.get(piece);
      if (index == null) {
        index = module.types().size() + added++;
        indexes.put(piece, index);
        write(types, piece);
      }
      functions.u32(index);
    }
    return added;
  }

  private static void write(WasmWriter types, FunctionType type) {
    types.u8(0x60).u32(type.parameters().size());
    type.parameters().forEach(value -> types.u8(value.code()));
    types.u32(type.results().size());
    type.results().forEach(value -> types.u8(value.code()));
  }

  private static WasmWriter globals() {
    WasmWriter globals = new WasmWriter(256);
    for (ValueType type : Scratch.types()) {
      globals.u8(type.code()).u8(1);
      switch (type) {
        case I32 -> globals.u8(0x41).u8(0);
        case I64 -> globals.u8(0x42).u8(0);
        case F32 -> globals.u8(0x43).raw(new byte[4]);
        default -> globals.u8(0x44).raw(new byte[8]);
      }
      globals.u8(0x0B);
    }
    return globals;
  }

  private void extend(Section section, int more, WasmWriter entries) {
    Leb count = Leb.read(module.bytes(), section.contentStart());
    WasmWriter content = new WasmWriter(section.end() - section.contentStart() + 256);
    content.u32(count.value() + more).raw(module.bytes(), count.after(), section.end());
    out.u8(section.id()).sized(content.raw(entries.toByteArray()));
  }

  private void code(List<byte[]> bodies) {
    WasmWriter content = new WasmWriter(module.bytes().length * 2).u32(bodies.size());
    for (byte[] body : bodies) {
      content.u32(body.length).raw(body);
    }
    out.u8(CODE).sized(content);
  }
}
