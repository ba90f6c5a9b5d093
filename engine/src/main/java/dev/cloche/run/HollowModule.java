package dev.cloche.run;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.DataSection;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.ElementSection;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionSection;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import com.dylibso.chicory.wasm.types.PassiveElement;
import java.util.List;

/**
 * What is left of a module where a {@link Snapshot} stands for its initial state: without exports,
 * without the content of dropped segments, and without code and imports where all code is compiled:
 * compiled code finds imports in its memory object. Chicory goes through all of these for each
 * instance, and quadratically through imports.
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
            .setTableSection(module.tableSection())
            .setMemorySection(module.memorySection().orElse(null))
            .setGlobalSection(module.globalSection())
            .setElementSection(elements(module.elementSection(), snapshot))
            .setDataSection(data(module.dataSection(), snapshot));
    if (withCode) {
      hollow.setImportSection(module.importSection());
      hollow.setFunctionSection(module.functionSection());
      hollow.setCodeSection(module.codeSection());
    } else {
      addFunctions(hollow, module);
    }
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

  /** Adds functions of the module's types, imports among them, so that each has its index. */
  private static void addFunctions(WasmModule.Builder hollow, WasmModule module) {
    FunctionSection.Builder types = FunctionSection.builder();
    for (int i = 0; i < module.importSection().importCount(); i++) {
      types.addFunctionType(((FunctionImport) module.importSection().getImport(i)).typeIndex());
    }
    for (int i = 0; i < module.functionSection().functionCount(); i++) {
      types.addFunctionType(module.functionSection().getFunctionType(i));
    }
    FunctionSection functions = types.build();
    hollow
        .setFunctionSection(functions)
        .setCodeSection(BodilessModule.bodies(functions.functionCount()));
  }
}
