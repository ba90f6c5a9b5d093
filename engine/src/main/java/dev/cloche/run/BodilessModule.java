package dev.cloche.run;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.DataSection;
import com.dylibso.chicory.wasm.types.ElementSection;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionSection;
import com.dylibso.chicory.wasm.types.GlobalSection;
import com.dylibso.chicory.wasm.types.ImportSection;
import com.dylibso.chicory.wasm.types.MemorySection;
import com.dylibso.chicory.wasm.types.Section;
import com.dylibso.chicory.wasm.types.SectionId;
import com.dylibso.chicory.wasm.types.TableSection;
import com.dylibso.chicory.wasm.types.TypeSection;
import java.io.ByteArrayInputStream;
import java.util.List;

/**
 * Reads a module as instances of compiled code need it: its code is skipped, and each function gets
 * the same empty body. Going through the bodies, however short, would take a third of the time in
 * which a cold JVM runs a script.
 *
 * <p>The module was valid when it was compiled, and is not validated again.
 */
final class BodilessModule {

  private static final FunctionBody EMPTY = new FunctionBody(List.of(), List.of());

  /** What instances need; exports, the start function and names are in {@link Image.Facts}. */
  private static final int[] NEEDED = {
    SectionId.TYPE,
    SectionId.IMPORT,
    SectionId.FUNCTION,
    SectionId.TABLE,
    SectionId.MEMORY,
    SectionId.GLOBAL,
    SectionId.ELEMENT,
    SectionId.DATA
  };

  private BodilessModule() {}

  static WasmModule parse(byte[] bytes) {
    Parser.Builder parser = Parser.builder().withValidation(false);
    for (int section : NEEDED) {
      parser.includeSectionId(section);
    }
    WasmModule.Builder module = WasmModule.builder().withValidation(false);
    parser.build().parse(new ByteArrayInputStream(bytes), section -> add(module, section));
    return module.build();
  }

  private static void add(WasmModule.Builder module, Section section) {
    if (section instanceof TypeSection types) {
      module.setTypeSection(types);
    } else if (section instanceof ImportSection imports) {
      module.setImportSection(imports);
    } else if (section instanceof FunctionSection functions) {
      module.setFunctionSection(functions).setCodeSection(bodies(functions.functionCount()));
    } else if (section instanceof TableSection tables) {
      module.setTableSection(tables);
    } else if (section instanceof MemorySection memories) {
      module.setMemorySection(memories);
    } else if (section instanceof GlobalSection globals) {
      module.setGlobalSection(globals);
    } else if (section instanceof ElementSection elements) {
      module.setElementSection(elements);
    } else if (section instanceof DataSection data) {
      module.setDataSection(data);
    }
  }

  /** As many bodies as there are functions, as Chicory wants it, but all the same empty one. */
  static CodeSection bodies(int count) {
    CodeSection.Builder bodies = CodeSection.builder();
    for (int i = 0; i < count; i++) {
      bodies.addFunctionBody(EMPTY);
    }
    return bodies.build();
  }
}
