package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.types.OpCode;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of instructions, against the engine's own table. */
class InstructionsTest {

  private static IntStream enabled() {
    return IntStream.range(0, 0x10000).filter(Instructions::isEnabled);
  }

  @Test
  void enabled_instructions_areThoseOfVersionTwoWithoutVectors() {
    // 172 of 1.0, 5 sign extensions, 8 saturating conversions, 16 of bulk memory and references.
    assertEquals(172 + 5 + 8 + 16, enabled().count());
  }

  @Test
  void mnemonic_everyInstruction_isTheEngines() {
    enabled()
        .forEach(
            opcode -> {
              OpCode theirs = OpCode.byOpCode(opcode);
              assertNotNull(theirs, () -> Instructions.mnemonic(opcode));
              assertEquals(
                  plain(theirs.name().replaceFirst("_T$", "")),
                  plain(Instructions.mnemonic(opcode)));
            });
  }

  /** The engine's table parts words in another way, such as in {@code I32_EXTEND_8_S}. */
  private static String plain(String name) {
    return name.replaceAll("[._]", "").toUpperCase(Locale.ROOT);
  }

  @Test
  void opcodes_everyConstant_isEnabledUnderItsName() throws IllegalAccessException {
    int constants = 0;
    for (Field field : Opcodes.class.getDeclaredFields()) {
      if (field.getType() == int.class) {
        int opcode = field.getInt(null);
        assertTrue(Instructions.isEnabled(opcode), field.getName());
        String name = Instructions.mnemonic(opcode).replace('.', '_').toUpperCase(Locale.ROOT);
        assertEquals(field.getName().replace("SELECT_T", "SELECT"), name);
        constants++;
      }
    }
    assertEquals(enabled().count(), constants);
  }

  @Test
  void effects_areVariableOnlyForControlAndCalls() {
    enabled()
        .forEach(
            opcode -> {
              boolean control = opcode <= Opcodes.CALL_INDIRECT && opcode != Opcodes.NOP;
              assertEquals(control, Instructions.pops(opcode) == Instructions.VARIABLE);
              assertEquals(control, Instructions.pushes(opcode) == Instructions.VARIABLE);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "0x20, LOCAL, 0, 1",
    "0x21, LOCAL, 1, 0",
    "0x28, MEMARG, 1, 1",
    "0x36, MEMARG, 2, 0",
    "0x3F, MEMORY, 0, 1",
    "0x40, MEMORY, 1, 1",
    "0x6A, NONE, 2, 1",
    "0x1B, NONE, 3, 1",
    "0xFC08, DATA_MEMORY, 3, 0",
    "0xFC0F, TABLE, 2, 1",
    "0xFC07, NONE, 1, 1",
  })
  void row_ofInstruction_saysWhatFollowsAndWhatItDoes(
      String code, Immediate immediate, int pops, int pushes) {
    int opcode = Integer.decode(code);

    assertEquals(immediate, Instructions.immediate(opcode));
    assertEquals(pops, Instructions.pops(opcode));
    assertEquals(pushes, Instructions.pushes(opcode));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0x06, 0x12, 0xC5, 0xFC, 0xFD, 0x100, 0xFC12, 0xFD00, 0x1FC00})
  void isEnabled_other_isFalse(int opcode) {
    assertFalse(Instructions.isEnabled(opcode));
    assertThrows(IllegalArgumentException.class, () -> Instructions.immediate(opcode));
    assertTrue(Instructions.mnemonic(opcode).startsWith("0x"));
  }

  @Test
  void feature_ofInstruction_isTheProposalItCameWith() {
    assertEquals(Optional.empty(), Instructions.feature(Opcodes.I32_ADD));
    assertEquals(Optional.of(Feature.SIGN_EXTENSION), Instructions.feature(Opcodes.I64_EXTEND8_S));
    assertEquals(Optional.of(Feature.BULK_MEMORY), Instructions.feature(Opcodes.MEMORY_FILL));
    assertEquals(Optional.of(Feature.REFERENCE_TYPES), Instructions.feature(Opcodes.REF_FUNC));
  }

  @Test
  void disabledOwner_unassignedByte_isNobody() {
    assertEquals(Optional.empty(), Instructions.disabledOwner(0xFF, 0));
    assertEquals(Optional.of(Feature.GC), Instructions.disabledOwner(0xFB, 0));
  }
}
