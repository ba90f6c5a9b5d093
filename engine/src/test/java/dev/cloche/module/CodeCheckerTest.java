package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.module.ModuleException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bodies, in the module that {@link WasmBytes#around(String, String)} describes: function 1 of type
 * [i32] -> [i32]; offsets in the tables count from the first instruction.
 */
class CodeCheckerTest {

  private static Body read(String code) throws ModuleException {
    return ModuleReader.read(WasmBytes.around(code), ModuleLimits.defaults()).bodies().get(0);
  }

  private static void assertRow(String code, Kind kind, int offset, String rule) {
    Refusals.assertRefused(
        WasmBytes.around(code), kind, "code section", WasmBytes.codeOffset(code) + offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "20 00 0b, 1, 2",
    "00 0b, 0, 2",
    "41 01 41 02 41 03 6a 6a 0b, 3, 6",
    // block, loop, if with and without else
    "02 7f 20 00 0b 0b, 1, 4",
    "03 40 01 0b 20 00 0b, 1, 5",
    "20 00 04 7f 41 01 05 41 02 0b 0b, 1, 7",
    "20 00 04 40 01 0b 20 00 0b, 1, 6",
    // a block with parameters, by type 2 and by type 1 over-long
    "20 00 20 00 02 02 6a 0b 0b, 2, 6",
    "20 00 02 81 80 80 80 00 45 0b 0b, 1, 5",
    // an if without else passes its parameter through (type 1)
    "20 00 41 01 04 01 0b 0b, 2, 5",
    // multi-value: type 3 leaves two
    "20 00 02 03 41 01 0b 6a 0b, 2, 6",
    // branches
    "20 00 0c 00 0b, 1, 3",
    "20 00 20 00 0d 00 0b, 2, 4",
    "20 00 20 00 0e 01 00 00 0b, 2, 6",
    "20 00 0f 0b, 1, 3",
    "02 40 0c 00 0b 20 00 0b, 1, 5",
    "03 40 0c 00 0b 20 00 0b, 1, 5",
    // calls: function 0 takes and leaves nothing, type 2 through table 0 over-long
    "10 00 20 00 0b, 1, 3",
    "41 01 41 02 41 00 11 02 80 80 80 80 00 0b, 3, 5",
    // polymorphic stack after a jump
    "00 6a 0b, 1, 3",
    "00 1a 1a 0b, 0, 4",
    "0c 00 0b, INVALID, 0",
    "20 00 0c 00 45 0b, 1, 4",
    "00 1b 0b, 1, 3",
    "00 02 7f 0b 0b, INVALID, 0",
    "00 0c 00 0b, 0, 3",
    "00 0d 00 0b, 1, 3",
    "00 20 00 0e 01 00 00 0b, 1, 6",
    "00 04 7f 41 00 05 41 01 0b 0b, 1, 7",
  })
  void check_validBody_knowsHeightAndInstructions(String code, String height, int instructions)
      throws ModuleException {
    if (height.equals("INVALID")) {
      assertEquals("operand-stack", Refusals.refusal(WasmBytes.around(code)).rule());
      return;
    }
    Body body = read(code);

    assertEquals(height, String.valueOf(body.maxHeight()));
    assertEquals(instructions, body.instructions());
    assertEquals(1, body.locals());
  }

  @ParameterizedTest
  @CsvSource({
    // too few operands
    "0b, 0",
    "6a 0b, 0",
    "20 00 6a 0b, 2",
    "1a 20 00 0b, 0",
    "20 00 04 7f 05 41 00 0b 0b, 4",
    "02 7f 0b 0b, 2",
    "20 00 0d 00 0b, 2",
    "0f 0b, 0",
    "20 00 02 02 6a 0b 0b, 2",
    "20 00 11 02 00 0b, 2",
    "41 00 1b 0b, 2",
    "20 00 0e 00 00 0b, 2",
    // operands of an outer block are out of reach
    "20 00 02 40 1a 0b 41 00 0b, 4",
    "20 00 02 7f 45 0b 6a 0b, 4",
    "20 00 03 40 1a 20 00 0b 0b, 4",
    // after a jump, the stack is polymorphic only in its own block
    "02 40 00 0b 6a 0b, 4",
    // too many operands
    "20 00 20 00 0b, 4",
    "20 00 02 40 41 00 0b 0b, 6",
    "20 00 04 40 41 00 0b 20 00 0b, 6",
    "20 00 04 7f 41 00 41 00 05 41 00 0b 0b, 8",
    "00 41 00 41 00 0b, 5",
    // an if without else must pass its parameters through
    "20 00 04 7f 41 00 0b 0b, 6",
    "20 00 41 01 04 03 41 00 0b 6a 0b, 8",
  })
  void check_wrongStackHeight_isInvalid(String code, int offset) {
    assertRow(code, Kind.INVALID, offset, "operand-stack");
  }

  @ParameterizedTest
  @CsvSource({
    "20 00, 2, control-nesting",
    "20 00 02 40 0b, 5, control-nesting",
    "01, 1, control-nesting",
    "20 00 0b 0b, 3, body-size",
    "20 00 0b 01, 3, body-size",
    "02 40 05 0b 20 00 0b, 2, control-nesting",
    "05 0b, 0, control-nesting",
    "20 00 04 40 05 05 0b 20 00 0b, 5, control-nesting",
    "20 00 04 40 02 40 05 0b 0b 20 00 0b, 6, control-nesting",
  })
  void check_wrongNesting_isMalformed(String code, int offset, String rule) {
    assertRow(code, Kind.MALFORMED, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "20 01 0b, unknown-local",
    "20 ff ff ff ff 0f 0b, unknown-local",
    "21 01 0b, unknown-local",
    "22 02 0b, unknown-local",
    "23 02 0b, unknown-global",
    "24 ff ff ff ff 0f 0b, unknown-global",
    "10 02 0b, unknown-function",
    "10 80 80 80 80 08 0b, unknown-function",
    "11 04 00 0b, unknown-type",
    "11 00 01 0b, unknown-table",
    "02 04 0b 0b, unknown-type",
    "03 ff ff ff ff 0f 0b 0b, unknown-type",
    "0c 01 0b, unknown-label",
    "0c ff ff ff ff 0f 0b, unknown-label",
    "25 01 0b, unknown-table",
    "26 01 0b, unknown-table",
    "fc 0f 01 0b, unknown-table",
    "fc 10 01 0b, unknown-table",
    "fc 11 01 0b, unknown-table",
    "fc 0c 01 00 0b, unknown-element-segment",
    "fc 0c 00 01 0b, unknown-table",
    "fc 0d 01 0b, unknown-element-segment",
    "fc 0e 01 00 0b, unknown-table",
    "fc 0e 00 01 0b, unknown-table",
    "fc 08 01 00 0b, unknown-data-segment",
    "fc 08 00 01 0b, unknown-memory",
    "fc 09 01 0b, unknown-data-segment",
    "fc 0a 01 00 0b, unknown-memory",
    "fc 0a 00 01 0b, unknown-memory",
    "fc 0b 01 0b, unknown-memory",
    "3f 01 0b, unknown-memory",
    "40 01 0b, unknown-memory",
    "d2 00 0b, undeclared-function-reference",
    "d2 02 0b, unknown-function",
    "24 00 0b, immutable-global",
  })
  void check_indexOutOfRange_isInvalid(String code, String rule) {
    assertRow(code, Kind.INVALID, 0, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "20 00 0d 01 0b, 2, unknown-label",
    "02 40 0c 02 0b 0b, 2, unknown-label",
    "20 00 0e 01 00 01 0b, 2, unknown-label",
    "20 00 0e 01 01 00 0b, 2, unknown-label",
    "02 40 20 00 0e 01 00 01 0b 20 00 0b, 4, label-arity",
    "20 00 28 03 00 0b, 2, alignment",
    "20 00 28 ff ff ff ff 0f 00 0b, 2, alignment",
    "20 00 2d 01 00 0b, 2, alignment",
    "20 00 2f 02 00 0b, 2, alignment",
    "20 00 29 04 00 0b, 2, alignment",
    "20 00 28 20 00 0b, 2, alignment",
    "20 00 20 00 20 00 1c 00 0b, 6, select-arity",
    "20 00 20 00 20 00 1c 02 7f 7f 0b, 6, select-arity",
  })
  void check_otherImmediate_isInvalid(String code, int offset, String rule) {
    assertRow(code, Kind.INVALID, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "ff 0b, 0, opcode",
    "1d 0b, 0, opcode",
    "27 0b, 0, opcode",
    "c5 0b, 0, opcode",
    "fc 12 0b, 0, opcode",
    "fc 80 01 0b, 0, opcode",
    "fc ff ff ff ff 0f 0b, 0, opcode",
    "41 80 80 80 80 08 0b, 1, integer",
    "42 80, 2, unexpected-end",
    "43 00 00 00, 4, unexpected-end",
    "44 00, 2, unexpected-end",
    "02, 1, unexpected-end",
    "02 41 0b 0b, 1, value-type",
    "02 ff 7f 0b 0b, 1, block-type",
    "02 c0 7f 0b 0b, 1, block-type",
    "0e 05 00 0b, 1, count-beyond-end",
    "1c 7f 0b, 1, count-beyond-end",
    "d0 7f 0b, 1, value-type",
  })
  void check_brokenInstruction_isMalformed(String code, int offset, String rule) {
    assertRow(code, Kind.MALFORMED, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "00, 1",
    "01 05 7e, 6",
    "02 05 7e 00 7c, 6",
    "03 01 7f 02 7e 03 70, 7",
    "01 85 80 80 80 00 6f, 6",
    "80 00, 1",
  })
  void check_localGroups_areSummed(String locals, int count) throws ModuleException {
    byte[] bytes = WasmBytes.around(locals, "20 00 0b");

    assertEquals(count, ModuleReader.read(bytes, ModuleLimits.defaults()).bodies().get(0).locals());
  }

  @ParameterizedTest
  @CsvSource({
    "01 05 40, value-type",
    "7f 05 7f, count-beyond-end",
    "01 ff ff ff ff 1f 7f, integer",
  })
  void check_brokenLocalGroups_areMalformed(String locals, String rule) {
    ModuleException refusal = Refusals.refusal(WasmBytes.around(locals, "20 00 0b"));

    assertEquals(Kind.MALFORMED, refusal.kind());
    assertEquals(rule, refusal.rule());
  }

  @Test
  void check_lastDeclaredLocal_canBeNamed_theNextCannot() throws ModuleException {
    Refusals.assertAccepted(WasmBytes.around("01 05 7f", "20 05 0b"));
    assertEquals(
        "unknown-local", Refusals.refusal(WasmBytes.around("01 05 7f", "20 06 0b")).rule());
  }

  @Test
  void check_dataSegmentWithoutDataCount_isMalformed() {
    byte[] bytes =
        WasmBytes.module(
            WasmBytes.types("60 00 00"),
            WasmBytes.listOfHex(3, "00"),
            WasmBytes.listOfHex(5, "00 01"),
            WasmBytes.listOfHex(10, "05 00 fc 09 00 0b"),
            WasmBytes.listOfHex(11, "01 01 61"));

    assertEquals("data-count-missing", Refusals.refusal(bytes).rule());
  }

  @Test
  void check_memoryInstructionWithoutMemory_isInvalid() {
    byte[] bytes =
        WasmBytes.module(
            WasmBytes.types("60 00 00"),
            WasmBytes.listOfHex(3, "00"),
            WasmBytes.listOfHex(10, "08 00 41 00 28 02 00 1a 0b"));

    assertEquals("unknown-memory", Refusals.refusal(bytes).rule());
  }

  @Test
  void check_indirectCallThroughExternref_isInvalid() {
    byte[] bytes =
        WasmBytes.module(
            WasmBytes.types("60 00 00"),
            WasmBytes.listOfHex(3, "00"),
            WasmBytes.listOfHex(4, "6f 00 01"),
            WasmBytes.listOfHex(10, "07 00 41 00 11 00 00 0b"));

    assertEquals("type-mismatch", Refusals.refusal(bytes).rule());
  }

  @Test
  void check_bodySizeBeyondSection_isRefused() {
    byte[] bytes =
        WasmBytes.module(
            WasmBytes.types("60 00 00"),
            WasmBytes.listOfHex(3, "00"),
            WasmBytes.listOfHex(10, "7f 00 0b"));

    assertEquals("count-beyond-end", Refusals.refusal(bytes).rule());
  }

  @Test
  void check_message_namesTheFunction() {
    String message = Refusals.refusal(WasmBytes.around("20 01 0b")).getMessage();

    assertTrue(message.contains("function 1 "), message);
  }

  @Test
  void moves_branchOverOperands_countsWhatItDropsAndKeeps() throws ModuleException {
    // Four operands lie above the body's frame when the branch leaves, and the end moves one.
    assertEquals(4 + 1, read("20 00 20 00 20 00 20 00 0c 00 0b").moves());
    // The block copies two, the call moves two in and one out.
    assertEquals(2 + 3 + 1, read("20 00 20 00 02 40 0b 41 00 11 02 00 0b").moves());
  }
}
