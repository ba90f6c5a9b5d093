package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a {@link CheckedModule} says of valid modules. */
class ModuleReaderTest {

  private static CheckedModule read(byte[] bytes) throws ModuleException {
    return ModuleReader.read(bytes, ModuleLimits.defaults());
  }

  @Test
  void read_emptyModule_hasNothing() throws ModuleException {
    CheckedModule module = read(Guests.EMPTY);

    assertEquals(List.of(), module.sections());
    assertEquals(0, module.functionCount());
    assertEquals(OptionalInt.empty(), module.start());
    assertEquals(EnumSet.noneOf(Feature.class), module.features());
    assertEquals(0, module.instructions());
  }

  @Test
  void read_bytes_areNeitherCopiedNorChanged() throws ModuleException {
    byte[] before = Guests.RICH.clone();

    assertSame(Guests.RICH, read(Guests.RICH).bytes());
    assertArrayEquals(before, Guests.RICH);
  }

  @Test
  void read_richModule_listsImports() throws ModuleException {
    CheckedModule module = read(Guests.RICH);

    Import log = module.imports().get(0);
    assertEquals(new Import("env", "log", ExternKind.FUNCTION, 0, log.typeIndex()), log);
    assertEquals(
        new FunctionType(List.of(ValueType.I32, ValueType.I64), List.of()),
        module.types().get(log.typeIndex()));
    assertEquals(new Import("env", "base", ExternKind.GLOBAL, 0, -1), module.imports().get(1));
    assertEquals(1, module.importedFunctions());
    assertEquals(1, module.importedGlobals());
  }

  @Test
  void read_richModule_listsIndexSpaces() throws ModuleException {
    CheckedModule module = read(Guests.RICH);

    assertEquals(5, module.functionCount());
    assertEquals(List.of(new TableType(ValueType.FUNCREF, 4, OptionalLong.of(8))), module.tables());
    assertEquals(List.of(new MemoryType(1, OptionalLong.of(16))), module.memories());
    assertEquals(
        List.of(new GlobalType(ValueType.I32, false), new GlobalType(ValueType.I32, true)),
        module.globals());
    assertEquals(
        List.of(
            new Export("memory", ExternKind.MEMORY, 0),
            new Export("double", ExternKind.FUNCTION, 1),
            new Export("main", ExternKind.FUNCTION, 2)),
        module.exports());
    assertEquals(OptionalInt.of(4), module.start());
    assertEquals(1, module.elementSegments());
    assertEquals(2, module.dataSegments());
    assertFalse(module.hasDataCount());
  }

  @Test
  void read_richModule_knowsTypesOfFunctions() throws ModuleException {
    CheckedModule module = read(Guests.RICH);
    FunctionType unary = new FunctionType(List.of(ValueType.I32), List.of(ValueType.I32));

    assertEquals(unary, module.functionType(1));
    assertEquals(unary, module.types().get(module.typeOf(2)));
    assertEquals(new FunctionType(List.of(ValueType.I32), List.of()), module.functionType(3));
  }

  @Test
  void read_richModule_bodiesLieInCodeSection() throws ModuleException {
    CheckedModule module = read(Guests.RICH);
    Section code =
        module.sections().stream().filter(section -> section.id() == 10).findFirst().orElseThrow();

    assertEquals(4, module.bodies().size());
    int previous = code.contentStart();
    for (Body body : module.bodies()) {
      assertTrue(body.start() > previous && body.codeStart() > body.start());
      assertEquals(Opcodes.END, module.bytes()[body.end() - 1]);
      previous = body.end();
    }
    assertEquals(code.end(), previous);
  }

  @Test
  void read_body_countsLocalsHeightAndInstructions() throws ModuleException {
    Body main = read(Guests.RICH).bodies().get(1);
    Body twice = read(Guests.RICH).bodies().get(0);

    assertEquals(3, main.locals());
    assertEquals(1, twice.locals());
    assertEquals(2, twice.maxHeight());
    assertEquals(4, twice.instructions());
  }

  @Test
  void read_sections_coverTheWholeModule() throws ModuleException {
    int end = WasmBytes.HEADER.length;
    for (Section section : read(Guests.NEWER).sections()) {
      assertEquals(end, section.start());
      end = section.end();
    }
    assertEquals(Guests.NEWER.length, end);
  }

  @Test
  void addressTaken_elementsAndReferences_butNotExports() throws ModuleException {
    BitSet expected = new BitSet();
    expected.set(1, 3);

    assertEquals(expected, read(Guests.RICH).addressTaken());
  }

  @Test
  void addressTaken_globalInitialiser_counts() throws ModuleException {
    byte[] bytes =
        WasmBytes.module(
            WasmBytes.types("60 00 00"),
            WasmBytes.listOfHex(3, "00", "00"),
            WasmBytes.listOfHex(6, "70 00 d2 01 0b"),
            WasmBytes.listOfHex(10, "02 00 0b", "02 00 0b"));

    assertEquals(BitSet.valueOf(new long[] {2}), read(bytes).addressTaken());
  }

  @Test
  void addressTaken_result_isACopy() throws ModuleException {
    CheckedModule module = read(Guests.RICH);

    module.addressTaken().clear();

    assertEquals(2, module.addressTaken().cardinality());
  }

  @Test
  void canonicalType_equalTypes_isTheFirst() throws ModuleException {
    CheckedModule module =
        read(
            WasmBytes.module(
                WasmBytes.types(
                    "60 00 00", "60 01 7f 00", "60 00 00", "60 00 01 7f", "60 01 7f 00")));

    int[] canonical = {0, 1, 2, 3, 4};
    assertArrayEquals(
        new int[] {0, 1, 0, 3, 1}, Arrays.stream(canonical).map(module::canonicalType).toArray());
    assertEquals(3, module.distinctTypes());
  }

  @Test
  void features_modulesOfEachVersion_areNamed() throws ModuleException {
    assertEquals(EnumSet.noneOf(Feature.class), read(Guests.RICH).features());
    assertEquals(
        EnumSet.of(
            Feature.SIGN_EXTENSION,
            Feature.SATURATING_FLOAT_TO_INT,
            Feature.MULTI_VALUE,
            Feature.BULK_MEMORY,
            Feature.REFERENCE_TYPES),
        read(Guests.NEWER).features());
  }

  @Test
  void features_exportedMutableGlobal_isNamed() throws ModuleException {
    byte[] bytes =
        WasmBytes.module(
            WasmBytes.listOfHex(6, "7f 01 41 00 0b"), WasmBytes.listOfHex(7, "01 67 03 00"));

    assertEquals(EnumSet.of(Feature.MUTABLE_GLOBALS), read(bytes).features());
  }

  @Test
  void features_extendedConstant_isNamed() throws ModuleException {
    byte[] bytes = WasmBytes.module(WasmBytes.listOfHex(6, "7f 00 41 01 41 02 6a 0b"));

    assertEquals(EnumSet.of(Feature.EXTENDED_CONST), read(bytes).features());
  }

  @Test
  void blockTypes_typeIndexInBlock_isListed() throws ModuleException {
    CheckedModule module = read(WasmBytes.around("20 00 02 01 0b 0b"));

    assertEquals(BitSet.valueOf(new long[] {2}), module.blockTypes());
    assertTrue(module.hasDataCount());
  }
}
