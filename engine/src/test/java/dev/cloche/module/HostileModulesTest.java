package dev.cloche.module;

import static dev.cloche.module.Refusals.assertCheaplyRefused;
import static dev.cloche.module.WasmBytes.cat;
import static dev.cloche.module.WasmBytes.hex;
import static dev.cloche.module.WasmBytes.list;
import static dev.cloche.module.WasmBytes.listOfHex;
import static dev.cloche.module.WasmBytes.module;
import static dev.cloche.module.WasmBytes.repeat;
import static dev.cloche.module.WasmBytes.section;
import static dev.cloche.module.WasmBytes.types;
import static dev.cloche.module.WasmBytes.u32;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small modules that make a trusting parser or compiler spend gigabytes or minutes. Each is refused
 * by a named rule while the reader allocates less than a MiB, and next to each stands a module of
 * the same shape that is accepted. Names begin with the number of the attack.
 */
@Timeout(20)
class HostileModulesTest {

  private static void assertAccepted(byte[] bytes) throws ModuleException {
    Refusals.assertAccepted(bytes);
  }

  /** Returns a module of {@code count} functions of type 0 that all have this body. */
  private static byte[] functions(byte[] types, int count, byte[] body) {
    return module(
        types,
        section(3, u32(count), new byte[count]),
        section(10, u32(count), repeat(count, body)));
  }

  private static byte[] function(byte[] types, byte[] code) {
    return functions(types, 1, WasmBytes.body(hex("00"), code));
  }

  private static final byte[] NOTHING = types("60 00 00");

  @Test
  void l5_parameterCountOf2Pow31InSeventeenBytes() throws ModuleException {
    assertCheaplyRefused(module(hex("01 07 01 60 ff ff ff ff 07")), "count-beyond-end");
    assertCheaplyRefused(module(hex("01 07 01 60 ff ff ff ff 0f")), "count-beyond-end");
    assertAccepted(module(hex("01 05 01 60 01 7f 00")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 9, 10, 11})
  void l5_listOfFourBillionEntries(int section) throws ModuleException {
    assertCheaplyRefused(module(section(section, hex("ff ff ff ff 0f"))), "count-beyond-end");
    assertAccepted(module(section(section, hex("00"))));
  }

  @Test
  void l5_sectionOfFourGigabytes() {
    assertCheaplyRefused(module(hex("01 80 80 80 80 08 00")), "truncated");
    assertCheaplyRefused(module(hex("00 ff ff ff ff 0f 00")), "truncated");
  }

  @Test
  void l5_nameOfTwoGigabytes() throws ModuleException {
    assertCheaplyRefused(module(section(0, hex("ff ff ff ff 07 61"))), "count-beyond-end");
    assertCheaplyRefused(module(listOfHex(2, "ff ff ff ff 07 61")), "count-beyond-end");
    assertAccepted(module(section(0, hex("01 61"))));
  }

  @Test
  void l5_giantNames() throws ModuleException {
    byte[] giant = cat(u32(200_000), new byte[200_000]);

    assertCheaplyRefused(module(list(2, cat(giant, hex("00 02 00 00")))), "name-bytes");
    assertCheaplyRefused(module(section(0, giant)), "name-bytes");
    // A giant custom section is only skipped; the module's size is what bounds it.
    assertAccepted(module(section(0, hex("01 61"), new byte[5_000_000])));
  }

  @Test
  void l5_hundredGroupsOfFiftyThousandLocals() throws ModuleException {
    byte[] group = cat(u32(50_000), hex("7f"));
    byte[] groups = cat(u32(100), repeat(100, group));

    assertCheaplyRefused(
        functions(NOTHING, 1, WasmBytes.body(groups, hex("0b"))), "locals-per-function");
    assertAccepted(functions(NOTHING, 1, WasmBytes.body(cat(u32(1), group), hex("0b"))));
  }

  @Test
  void l5_localsOf2Pow32() {
    byte[] body = WasmBytes.body(hex("01 ff ff ff ff 0f 7f"), hex("0b"));

    assertCheaplyRefused(functions(NOTHING, 1, body), "locals-per-function");
  }

  @Test
  void l5_localsOfManyFunctions() throws ModuleException {
    byte[] body = WasmBytes.body(cat(u32(1), u32(50_000), hex("7f")), hex("0b"));

    assertCheaplyRefused(functions(NOTHING, 41, body), "total-locals");
    assertAccepted(functions(NOTHING, 40, body));
  }

  @Test
  void l5_tooManyTypes() throws ModuleException {
    byte[] type = hex("60 00 00");

    assertCheaplyRefused(module(section(1, u32(20_000), repeat(20_000, type))), "types");
    assertAccepted(module(section(1, u32(10_000), repeat(10_000, type))));
  }

  @Test
  void l5_twoThousandEqualTypes_becomeOne() throws ModuleException {
    byte[] bytes = module(section(1, u32(2_000), repeat(2_000, hex("60 00 00"))));

    CheckedModule module = ModuleReader.read(bytes, ModuleLimits.defaults());
    assertEquals(1, module.distinctTypes());
    assertEquals(0, module.canonicalType(1_999));
  }

  @Test
  void l5_tooManyDifferentTypes() throws ModuleException {
    assertCheaplyRefused(module(differentTypes(1_001)), "distinct-types");
    assertAccepted(module(differentTypes(1_000)));
  }

  /** Returns a type section in which type i has the bits of i as its ten parameters. */
  private static byte[] differentTypes(int count) {
    byte[][] types = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] parameters = new byte[10];
      for (int bit = 0; bit < parameters.length; bit++) {
        parameters[bit] = (byte) ((i >> bit & 1) == 0 ? 0x7F : 0x7E);
      }
      types[i] = cat(hex("60 0a"), parameters, hex("00"));
    }
    return list(1, types);
  }

  @Test
  void l5_differentTypesTimesFunctions() throws ModuleException {
    byte[] few = differentTypes(300);
    byte[] many = differentTypes(1_000);
    byte[] body = WasmBytes.body(hex("00"), hex("0b"));

    assertCheaplyRefused(functions(many, 30_000, body), "types-times-functions");
    assertAccepted(functions(few, 30_000, body));
  }

  @Test
  void l5_oneTypeOfManyParameters() throws ModuleException {
    assertCheaplyRefused(module(list(1, type(256, 0))), "parameters");
    assertCheaplyRefused(module(list(1, type(0, 129))), "results");
    assertAccepted(module(list(1, type(255, 128))));
  }

  private static byte[] type(int parameters, int results) {
    byte[] i32 = hex("7f");
    return cat(
        hex("60"), u32(parameters), repeat(parameters, i32), u32(results), repeat(results, i32));
  }

  @Test
  void l5_millionFunctions() throws ModuleException {
    byte[] body = WasmBytes.body(hex("00"), hex("0b"));

    assertCheaplyRefused(functions(NOTHING, 1_000_000, body), "functions");
    assertAccepted(functions(NOTHING, 50_000, body));
  }

  @Test
  void l5_millionBlocksDeep() throws ModuleException {
    assertCheaplyRefused(function(NOTHING, nest(1_000_000, "")), "nesting");
    assertCheaplyRefused(function(NOTHING, nest(10_001, "")), "nesting");
    assertAccepted(function(NOTHING, nest(10_000, "")));
  }

  /** Returns blocks within blocks around some code, and the final end. */
  private static byte[] nest(int depth, String code) {
    return cat(repeat(depth, hex("02 40")), hex(code), repeat(depth, hex("0b")), hex("0b"));
  }

  @Test
  void l5_deepBranchesInDeepNest() throws ModuleException {
    String branch = "41 00 0d 8f ce 00 ";

    assertCheaplyRefused(function(NOTHING, nest(10_000, branch.repeat(21_000))), "branch-depths");
    assertAccepted(function(NOTHING, nest(10_000, branch.repeat(10_000))));
  }

  @Test
  void l5_bodyOfTenMegabytes() throws ModuleException {
    assertCheaplyRefused(function(NOTHING, cat(new byte[10_000_000], hex("0b"))), "body-bytes");
    assertAccepted(function(NOTHING, cat(repeat(4_000_000, hex("01")), hex("0b"))));
  }

  @Test
  void l5_instructionsOfManyBodies() throws ModuleException {
    byte[] body = WasmBytes.body(hex("00"), cat(repeat(4_000_000, hex("01")), hex("0b")));

    assertCheaplyRefused(functions(NOTHING, 2, body), "instructions");
    assertAccepted(functions(NOTHING, 1, body));
  }

  @Test
  void l5_branchTableOfMillionTargets() throws ModuleException {
    assertCheaplyRefused(function(NOTHING, branchTable(1_000_000)), "br-table-targets");
    assertAccepted(function(NOTHING, branchTable(65_536)));
    byte[] lie = cat(hex("41 00 0e ff ff ff ff 0f"), new byte[100], hex("0b"));
    assertCheaplyRefused(function(NOTHING, lie), "count-beyond-end");
  }

  private static byte[] branchTable(int targets) {
    return cat(hex("41 00 0e"), u32(targets), new byte[targets + 1], hex("0b"));
  }

  @Test
  void l5_branchTableInConstant() {
    byte[] code = cat(hex("7f 00 0e"), u32(1_000_000), new byte[1_000_001], hex("0b"));

    assertCheaplyRefused(module(list(6, code)), "br-table-targets");
  }

  @Test
  void l5_callsThatReturnManyValues() throws ModuleException {
    byte[] types = cat(hex("60 00 00"), type(0, 128));
    byte[] module = module(section(1, u32(2), types), listOfHex(2, "00 00 00 01"));
    String call = "02 40 10 00 0c 00 0b ";

    assertCheaplyRefused(withBody(module, call.repeat(4_700)), "moves-per-function");
    assertAccepted(withBody(module, call.repeat(3_100)));
  }

  private static byte[] withBody(byte[] before, String code) {
    byte[] body = WasmBytes.body(hex("00"), hex(code + "0b"));
    return cat(before, listOfHex(3, "00"), list(10, body));
  }

  @Test
  void l5_movesOfManyFunctions() {
    byte[] types = section(1, u32(2), hex("60 00 00"), type(0, 128));
    String call = "02 40 10 00 0c 00 0b ";
    byte[] body = WasmBytes.body(hex("00"), hex(call.repeat(3_800) + "0b"));
    byte[] bytes =
        module(
            types,
            listOfHex(2, "00 00 00 01"),
            section(3, u32(40), new byte[40]),
            section(10, u32(40), repeat(40, body)));

    assertCheaplyRefused(bytes, "total-moves");
  }

  @Test
  void l5_deepNestOnDeepStack() throws ModuleException {
    // The compiler copies its model of the stack at each block: here 9,000 times 9,000 entries.
    assertCheaplyRefused(function(NOTHING, nestOnStack(9_000, 9_000)), "moves-per-function");
    assertAccepted(function(NOTHING, nestOnStack(900, 900)));
  }

  private static byte[] nestOnStack(int height, int depth) {
    return cat(
        repeat(height, hex("41 00")),
        repeat(depth, hex("02 40")),
        repeat(depth, hex("0b")),
        repeat(height, hex("1a")),
        hex("0b"));
  }

  @Test
  void l5_branchesThatDropDeepStack() throws ModuleException {
    byte[] push = repeat(9_000, hex("41 00"));
    byte[] drop = repeat(9_000, hex("1a"));
    String branch = "41 00 0d 00 ";

    assertCheaplyRefused(
        function(NOTHING, cat(push, hex(branch.repeat(200)), drop, hex("0b"))),
        "moves-per-function");
    assertAccepted(function(NOTHING, cat(push, hex(branch.repeat(100)), drop, hex("0b"))));
  }

  @Test
  void l5_operandStackOfMillions() throws ModuleException {
    byte[] million = repeat(1_000_000, hex("41 00"));

    assertCheaplyRefused(function(NOTHING, cat(million, hex("00 0b"))), "operands");
    assertAccepted(function(NOTHING, cat(repeat(10_000, hex("41 00")), hex("00 0b"))));
  }

  @Test
  void l5_thousandsOfImportsAndExports() {
    byte[] imports = section(2, u32(1_001), repeat(1_001, hex("00 00 03 7f 00")));
    byte[] exports = section(7, u32(10_001), repeat(10_001, hex("00 03 00")));

    assertCheaplyRefused(module(imports), "imports");
    assertCheaplyRefused(module(exports), "exports");
  }

  @Test
  void l5_thousandsOfGlobalsAndSegments() {
    byte[] globals = section(6, u32(10_001), repeat(10_001, hex("7f 00 41 00 0b")));
    byte[] elements = section(9, u32(10_001), repeat(10_001, hex("01 00 00")));
    byte[] entries = list(9, cat(hex("05 70"), u32(200_001), repeat(200_001, hex("d0 70 0b"))));
    byte[] data = section(11, u32(100_001), repeat(100_001, hex("01 00")));

    assertCheaplyRefused(module(globals), "globals");
    assertCheaplyRefused(module(elements), "element-segments");
    assertCheaplyRefused(module(entries), "element-entries");
    assertCheaplyRefused(module(data), "data-segments");
  }

  @Test
  void l5_thousandsOfCustomSections() throws ModuleException {
    assertCheaplyRefused(module(repeat(1_001, hex("00 02 01 61"))), "custom-sections");
    assertAccepted(module(repeat(1_000, hex("00 02 01 61"))));
  }

  @Test
  void l5_recursiveTypeGroup() {
    assertCheaplyRefused(module(listOfHex(1, "4e ff ff ff ff 07")), "gc");
  }

  @Test
  void l4_memoryOfFourGigabytesInFourteenBytes() throws ModuleException {
    assertCheaplyRefused(module(listOfHex(5, "00 80 80 04")), "memory-pages");
    assertCheaplyRefused(module(listOfHex(5, "00 80 80 02")), "memory-pages");
    assertCheaplyRefused(module(listOfHex(2, "00 00 02 00 80 80 04")), "memory-pages");
    assertCheaplyRefused(module(listOfHex(5, "00 ff ff ff ff 0f")), "memory-size");
    assertAccepted(module(listOfHex(5, "00 ff ff 01")));
    assertAccepted(module(listOfHex(5, "01 01 80 80 04")));
  }

  @Test
  void l4_tableOfTenMillionEntries() throws ModuleException {
    assertCheaplyRefused(module(listOfHex(4, "70 00 80 ad e2 04")), "table-entries");
    assertCheaplyRefused(module(listOfHex(4, "70 00 ff ff ff ff 0f")), "table-entries");
    assertAccepted(module(listOfHex(4, "70 01 c0 84 3d ff ff ff ff 0f")));
  }

  @Test
  void l4_manyTablesThatAreSmallAlone() throws ModuleException {
    byte[] table = hex("70 00 a0 8d 06");

    assertCheaplyRefused(module(section(4, u32(60), repeat(60, table))), "table-entries");
    assertAccepted(module(section(4, u32(10), repeat(10, table))));
    assertCheaplyRefused(module(section(4, u32(101), repeat(101, hex("70 00 00")))), "tables");
  }

  @Test
  void l4_dataAndElementsOfTwoGigabytes() throws ModuleException {
    assertCheaplyRefused(module(listOfHex(11, "01 ff ff ff ff 07")), "count-beyond-end");
    assertCheaplyRefused(module(listOfHex(9, "01 00 ff ff ff ff 07")), "count-beyond-end");
    assertAccepted(module(listOfHex(11, "01 01 61")));
  }

  @Test
  void l3_memoryThatEscapesTheLimit() throws ModuleException {
    assertCheaplyRefused(module(listOfHex(5, "00 01", "00 01")), "multi-memory");
    assertCheaplyRefused(module(listOfHex(5, "03 01 01")), "threads");
    assertCheaplyRefused(module(listOfHex(5, "04 01")), "memory64");
    assertAccepted(module(listOfHex(5, "01 01 01")));
  }

  @Test
  void l11_sharedMemoryByImport() throws ModuleException {
    assertCheaplyRefused(module(listOfHex(2, "00 00 02 03 01 01")), "threads");
    assertAccepted(module(listOfHex(2, "00 00 02 01 01 01")));
  }

  @Test
  void l10_exceptionHandlersThatCouldSwallowTraps() {
    assertEquals("exception-handling", Refusals.refusal(WasmBytes.around("1f 40 00 0b 0b")).rule());
    assertEquals(
        "legacy-exception-handling", Refusals.refusal(WasmBytes.around("06 40 19 0b 0b")).rule());
  }

  @Test
  void h4_twoManifestSections() throws ModuleException {
    byte[] first = WasmBytes.customSection("cloche.tool", hex("7b 7d"));
    byte[] second = WasmBytes.customSection("cloche.tool", hex("5b 5d"));

    assertCheaplyRefused(module(first, second), "duplicate-manifest");
    assertCheaplyRefused(module(first, section(1, hex("00")), first), "duplicate-manifest");
    assertAccepted(module(first, WasmBytes.customSection("other", hex("00"))));
  }

  @Test
  void moduleAboveItsSizeLimit_isRefusedBeforeItIsLookedAt() {
    ModuleLimits limits = ModuleLimits.defaults().with(ModuleLimit.MODULE_BYTES, 100);

    assertEquals("module-bytes", Refusals.refusal(new byte[101], limits).rule());
    assertEquals("magic", Refusals.refusal(new byte[100], limits).rule());
  }
}
