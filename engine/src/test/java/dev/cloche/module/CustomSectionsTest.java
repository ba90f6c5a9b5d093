package dev.cloche.module;

import static dev.cloche.module.WasmBytes.cat;
import static dev.cloche.module.WasmBytes.customSection;
import static dev.cloche.module.WasmBytes.hex;
import static dev.cloche.module.WasmBytes.module;
import static dev.cloche.module.WasmBytes.name;
import static dev.cloche.module.WasmBytes.section;
import static dev.cloche.module.WasmBytes.u32;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.module.ModuleException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Custom sections, and the one that holds names of functions. */
class CustomSectionsTest {

  /** Two functions, so that there is something to name. */
  private static final byte[] TWO_FUNCTIONS =
      module(
          WasmBytes.types("60 00 00"),
          WasmBytes.listOfHex(3, "00", "00"),
          WasmBytes.listOfHex(10, "02 00 0b", "02 00 0b"));

  private static CheckedModule read(byte[] bytes) throws ModuleException {
    return ModuleReader.read(bytes, ModuleLimits.defaults());
  }

  private static Map<Integer, String> names(byte[]... subsections) throws ModuleException {
    byte[] section = customSection("name", cat(subsections));
    return read(cat(TWO_FUNCTIONS, section)).functionNames();
  }

  private static byte[] functionNames(byte[]... entries) {
    byte[] contents = cat(u32(entries.length), cat(entries));
    return cat(hex("01"), u32(contents.length), contents);
  }

  @Test
  void customSection_present_isACopyOfItsContents() throws ModuleException {
    CheckedModule module = read(module(customSection("cloche.tool", hex("7b 7d"))));

    byte[] contents = module.customSection("cloche.tool").orElseThrow();
    assertArrayEquals(hex("7b 7d"), contents);
    contents[0] = 0;
    assertArrayEquals(hex("7b 7d"), module.customSection("cloche.tool").orElseThrow());
  }

  @Test
  void customSection_absentOrEmpty_areTold() throws ModuleException {
    CheckedModule module = read(module(customSection("a", new byte[0])));

    assertEquals(Optional.empty(), module.customSection("b"));
    assertEquals(0, module.customSection("a").orElseThrow().length);
  }

  @Test
  void customSection_repeatedForeignName_isTheFirst() throws ModuleException {
    CheckedModule module =
        read(module(customSection("x", hex("01")), customSection("x", hex("02"))));

    assertArrayEquals(hex("01"), module.customSection("x").orElseThrow());
    assertEquals(List.of("x"), List.copyOf(module.customSectionNames()));
    assertEquals(2, module.sections().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cloche.tool", "cloche.signature", "cloche."})
  void customSection_repeatedOwnName_isRefused(String name) {
    byte[] first = customSection(name, hex("01"));
    byte[] bytes = module(first, section(1, hex("00")), first);

    // The name of the second section stands after its id and size.
    int offset = 8 + first.length + 3 + 2;
    Refusals.assertRefused(bytes, Kind.MALFORMED, "custom section", offset, "duplicate-manifest");
  }

  @Test
  void customSection_nameThatIsNotUtf8_isRefused() {
    byte[] bytes = module(section(0, hex("01 ff")));

    Refusals.assertRefused(bytes, Kind.MALFORMED, "custom section", 10, "name-encoding");
  }

  @Test
  void customSection_withoutName_isRefused() {
    Refusals.assertRefused(
        module(section(0)), Kind.MALFORMED, "custom section", 10, "unexpected-end");
  }

  @Test
  void functionNames_wellFormed_areByIndex() throws ModuleException {
    byte[] moduleName = cat(hex("00 04"), name("mod"));
    byte[] names = functionNames(cat(u32(0), name("main")), cat(u32(1), name("größe")));

    assertEquals(Map.of(0, "main", 1, "gr\\u00f6\\u00dfe"), names(moduleName, names));
  }

  @Test
  void functionNames_absent_areEmpty() throws ModuleException {
    assertEquals(Map.of(), read(TWO_FUNCTIONS).functionNames());
    assertEquals(Map.of(), names());
  }

  @Test
  void functionNames_ofNoFunction_areLeftOut() throws ModuleException {
    assertEquals(
        Map.of(1, "b"), names(functionNames(cat(u32(1), name("b")), cat(u32(2), name("c")))));
  }

  @Test
  void functionNames_hostileText_isEscapedAndCut() throws ModuleException {
    byte[] names =
        functionNames(cat(u32(0), name("a\n\u001b[31m\u202e")), cat(u32(1), name("x".repeat(999))));

    assertEquals("a\\u000a\\u001b[31m\\u202e", names(names).get(0));
    assertEquals("x".repeat(200) + "...", names(names).get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01", // no size
        "01 05 00", // size beyond the end
        "01 01 05", // more names than bytes
        "01 ff ff ff ff 0f",
        "01 04 01 00 05 61", // name beyond the end
        "01 04 01 00 01 ff", // not UTF-8
        "00 ff ff ff ff 07",
      })
  void functionNames_malformed_areEmptyAndTheModuleStands(String hex) throws ModuleException {
    assertEquals(Map.of(), names(hex(hex)));
  }

  @Test
  void functionNames_asked_areParsedOnce() throws ModuleException {
    CheckedModule module =
        read(cat(TWO_FUNCTIONS, customSection("name", functionNames(cat(u32(0), name("f"))))));

    assertSame(module.functionNames(), module.functionNames());
  }

  @Test
  void message_guestText_isEscaped() {
    byte[] export = cat(name("\n\u001b[2J\"" + "y".repeat(500)), hex("03 00"));
    byte[] bytes =
        module(WasmBytes.listOfHex(6, "7f 00 41 00 0b"), WasmBytes.list(7, export, export));

    String message = Refusals.refusal(bytes).getMessage();
    assertTrue(message.chars().allMatch(c -> c >= ' ' && c <= '~'), message);
    assertTrue(message.length() < 400, message);
  }
}
