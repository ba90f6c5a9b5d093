package dev.cloche.run;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.DataSection;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.ElementSection;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import com.dylibso.chicory.wasm.types.PassiveElement;
import java.util.List;

/**
 * What is left of a module where a {@link Snapshot} stands for its initial state: without exports,
 * without the content of dropped segments, and without code where all of it is compiled. Chicory
 * goes through all of these for each instance.
 *
 * <p>It is made of parts of a valid module and not validated again: alone it need not be valid.
 */
final class HollowModule {

  private HollowModule() {}

  static WasmModule of(WasmModule module, Snapshot snapshot, boolean withCode) {
    WasmModule.Builder hollow =
        WasmModule.builder()
            .withValidation(false)
            .setTypeSection(module.typeSection())
            .setImportSection(module.importSection())
            .setFunctionSection(module.functionSection())
            .setTableSection(module.tableSection())
            .setMemorySection(module.memorySection().orElse(null))
            .setGlobalSection(module.globalSection())
            .setElementSection(elements(module.elementSection(), snapshot))
            .setCodeSection(withCode ? module.codeSection() : bodies(module))
            .setDataSection(data(module.dataSection(), snapshot));
    return hollow.build();
  }

  private static ElementSection elements(ElementSection section, Snapshot snapshot) {
    ElementSection.Builder left = ElementSection.builder();
    for (int i = 0; i < section.elementCount(); i++) {
      Element element = section.getElement(i);
      left.addElement(
          snapshot.isElementDropped(i) ? new PassiveElement(element.type(), List.of()) : element);
    }
    return left.build();
  }

  private static DataSection data(DataSection section, Snapshot snapshot) {
    DataSection.Builder left = DataSection.builder();
    for (int i = 0; i < section.dataSegmentCount(); i++) {
      DataSegment segment = section.getDataSegment(i);
      left.addDataSegment(snapshot.isDataDropped(i) ? PassiveDataSegment.EMPTY : segment);
    }
    return left.build();
  }

  /** As many bodies as there are functions, as Chicory wants it, but all the same empty one. */
  private static CodeSection bodies(WasmModule module) {
    FunctionBody empty = new FunctionBody(List.of(), List.of());
    CodeSection.Builder bodies = CodeSection.builder();
    for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
      bodies.addFunctionBody(empty);
    }
    return bodies.build();
  }
}
