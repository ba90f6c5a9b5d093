package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.module.ModuleException.Kind;
import java.util.Arrays;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Proposals that are off are refused by name, wherever they show. */
class FeatureTest {

  private static byte[] sections(String hex) {
    return WasmBytes.cat(WasmBytes.HEADER, WasmBytes.hex(hex));
  }

  @ParameterizedTest
  @CsvSource({
    "12 00 0b, tail-calls",
    "13 00 00 0b, tail-calls",
    "14 00 0b, typed-function-references",
    "15 00 0b, typed-function-references",
    "d4 0b, typed-function-references",
    "d5 00 0b, typed-function-references",
    "d6 00 0b, typed-function-references",
    "d3 0b, gc",
    "fb 01 00 0b, gc",
    "06 40 0b 0b, legacy-exception-handling",
    "07 00 0b, legacy-exception-handling",
    "09 00 0b, legacy-exception-handling",
    "18 00 0b, legacy-exception-handling",
    "19 0b, legacy-exception-handling",
    "08 00 0b, exception-handling",
    "0a 0b, exception-handling",
    "1f 40 00 0b 0b, exception-handling",
    "fd 0c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 0b, simd",
    "fd ff 01 0b, simd",
    "fd 80 02 0b, relaxed-simd",
    "fe 03 00 0b, threads",
  })
  void opcode_ofDisabledProposal_isOff(String code, String feature) {
    Refusals.assertRefused(
        WasmBytes.around(code),
        Kind.FEATURE_OFF,
        "code section",
        WasmBytes.codeOffset(code),
        feature);
  }

  @ParameterizedTest
  @CsvSource({
    "20 00 28 42 00 00 0b, 2, multi-memory",
    "02 7b 0b 0b, 1, simd",
    "02 64 00 0b 0b, 1, typed-function-references",
    "02 63 00 0b 0b, 1, typed-function-references",
    "02 6e 0b 0b, 1, gc",
    "02 69 0b 0b, 1, exception-handling",
    "d0 6e 0b, 1, gc",
    "d0 69 0b, 1, exception-handling",
  })
  void immediate_ofDisabledProposal_isOff(String code, int offset, String feature) {
    Refusals.assertRefused(
        WasmBytes.around(code),
        Kind.FEATURE_OFF,
        "code section",
        WasmBytes.codeOffset(code) + offset,
        feature);
  }

  @ParameterizedTest
  @CsvSource({
    // forms of types and value types
    "01 04 01 5f 00 00, type, 11, gc",
    "01 04 01 5e 7f 00, type, 11, gc",
    "01 07 01 50 00 60 00 00 00, type, 11, gc",
    "01 07 01 4f 00 60 00 00 00, type, 11, gc",
    "01 06 01 4e 01 60 00 00, type, 11, gc",
    "01 04 01 65 60 00, type, 11, threads",
    "01 05 01 60 01 7b 00, type, 13, simd",
    "01 06 01 60 01 64 70 00, type, 13, typed-function-references",
    "01 05 01 60 01 6d 00, type, 13, gc",
    "01 05 01 60 01 69 00, type, 13, exception-handling",
    // tables and memories
    "04 06 01 40 00 70 00 00, table, 11, typed-function-references",
    "04 05 01 70 04 00 00, table, 12, memory64",
    "04 05 01 70 03 00 00, table, 12, threads",
    "05 04 01 03 01 01, memory, 11, threads",
    "05 03 01 02 01, memory, 11, threads",
    "05 03 01 04 01, memory, 11, memory64",
    "05 04 01 05 01 01, memory, 11, memory64",
    "05 04 01 07 01 01, memory, 11, memory64",
    "05 04 01 08 01 00, memory, 11, custom-page-sizes",
    "05 05 02 00 01 00 01, memory, 13, multi-memory",
    // tags
    "02 05 01 00 00 04 00, import, 13, exception-handling",
    "0d 03 01 00 00, , 8, exception-handling",
    "07 05 01 01 61 04 00, export, 13, exception-handling",
    // the same through imports
    "02 07 01 00 00 02 03 01 01, import, 14, threads",
    "02 06 01 00 00 02 04 01, import, 14, memory64",
    "02 06 01 00 00 03 7b 00, import, 14, simd",
  })
  void section_ofDisabledProposal_isOff(String hex, String section, int offset, String feature) {
    String title = section == null ? "section header" : section + " section";

    Refusals.assertRefused(sections(hex), Kind.FEATURE_OFF, title, offset, feature);
  }

  @Test
  void importedMemory_andDefinedMemory_areTwo() {
    byte[] bytes = sections("02 06 01 00 00 02 00 01 05 03 01 00 01");

    Refusals.assertRefused(bytes, Kind.FEATURE_OFF, "memory section", 19, "multi-memory");
  }

  @Test
  void isOn_exactlyTheAllowlist() {
    EnumSet<Feature> on = EnumSet.noneOf(Feature.class);
    Arrays.stream(Feature.values()).filter(Feature::isOn).forEach(on::add);

    assertEquals(
        EnumSet.of(
            Feature.SIGN_EXTENSION,
            Feature.SATURATING_FLOAT_TO_INT,
            Feature.MULTI_VALUE,
            Feature.BULK_MEMORY,
            Feature.REFERENCE_TYPES,
            Feature.MUTABLE_GLOBALS,
            Feature.EXTENDED_CONST),
        on);
  }

  @Test
  void message_ofDisabledProposal_givesTheReason() {
    ModuleException refusal = Refusals.refusal(WasmBytes.around("12 00 0b"));

    assertTrue(refusal.getMessage().contains(Feature.TAIL_CALLS.reason()), refusal.getMessage());
    assertFalse(Feature.TAIL_CALLS.reason().isEmpty());
  }
}
