package dev.cloche.module;

import static dev.cloche.module.WasmBytes.cat;
import static dev.cloche.module.WasmBytes.customSection;
import static dev.cloche.module.WasmBytes.hex;
import static dev.cloche.module.WasmBytes.module;
import static dev.cloche.module.WasmBytes.section;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.module.ModuleException.Kind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids, order, sizes and ends of sections. */
class SectionFramingTest {

  private static final byte[] EMPTY_LIST = {0};

  @Test
  void read_allSectionsInOrder_isAccepted() throws ModuleException {
    int[] order = {1, 2, 3, 4, 5, 6, 7, 9, 12, 10, 11};
    byte[] bytes = WasmBytes.HEADER;
    for (int id : order) {
      bytes = cat(bytes, section(id, EMPTY_LIST), customSection("between", new byte[3]));
    }
    Refusals.assertAccepted(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1", "2, 1", "3, 2", "4, 3", "5, 4", "6, 5", "7, 6", "9, 7", "12, 9", "10, 12", "11, 10",
    "11, 12", "10, 10", "11, 11", "12, 12", "11, 1"
  })
  void read_sectionAgainOrTooLate_isOutOfOrder(int first, int second) {
    byte[] bytes = module(section(first, EMPTY_LIST), section(second, EMPTY_LIST));

    Refusals.assertRefused(bytes, Kind.MALFORMED, "section header", 11, "section-order");
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 0x7F, 0x80, 0xFF})
  void read_unknownId_isRefused(int id) {
    Refusals.assertRefused(
        module(section(id, EMPTY_LIST)), Kind.MALFORMED, "section header", 8, "section-id");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12})
  void read_bytesAfterLastEntry_areRefused(int id) {
    ModuleException refusal = Refusals.refusal(module(section(id, hex("00 00"))));

    Refusals.assertRefusal(refusal, Kind.MALFORMED, Section.title(id), 11, "section-size");
  }

  @Test
  void read_sectionBeyondEndOfFile_isTruncated() {
    byte[] bytes = module(hex("01 05 01 60 00 00"));

    Refusals.assertRefused(bytes, Kind.MALFORMED, "section header", 8, "truncated");
  }

  @Test
  void read_sectionSizeTooLarge_isTruncated() {
    byte[] bytes = module(hex("01 ff ff ff ff 0f 01 60 00 00"));

    Refusals.assertRefused(bytes, Kind.MALFORMED, "section header", 8, "truncated");
  }

  @Test
  void read_entryBeyondEndOfSection_doesNotReadTheNext() {
    // The type section ends before its result count, which the next section's bytes would supply.
    byte[] bytes = module(hex("01 03 01 60 00"), hex("03 01 00"));

    assertEquals(Kind.MALFORMED, Refusals.refusal(bytes).kind());
    assertEquals("type section", Refusals.refusal(bytes).section());
  }

  @Test
  void read_byteAfterLastSection_isRefused() {
    Refusals.assertRefused(
        cat(Guests.RICH, new byte[] {0}),
        Kind.MALFORMED,
        "section header",
        Guests.RICH.length + 1,
        "unexpected-end");
  }

  @Test
  void read_functionsWithoutBodies_areRefused() {
    byte[] bytes = module(WasmBytes.types("60 00 00"), WasmBytes.listOfHex(3, "00"));

    Refusals.assertRefused(
        bytes, Kind.MALFORMED, "header", bytes.length, "function-and-code-count");
  }

  @Test
  void read_bodiesWithoutFunctions_areRefused() {
    byte[] bytes = module(WasmBytes.listOfHex(10, "02 00 0b"));

    Refusals.assertRefused(bytes, Kind.MALFORMED, "code section", 10, "function-and-code-count");
  }

  @Test
  void read_dataCountWithoutData_isRefused() {
    byte[] bytes = module(section(12, hex("01")));

    Refusals.assertRefused(bytes, Kind.MALFORMED, "header", bytes.length, "data-count");
  }

  @Test
  void read_anyTruncation_isRefusedOrEndsBetweenSections() throws ModuleException {
    for (byte[] guest : Guests.all()) {
      Set<Integer> ends = new HashSet<>();
      ends.add(WasmBytes.HEADER.length);
      ModuleReader.read(guest, ModuleLimits.defaults()).sections().forEach(s -> ends.add(s.end()));
      for (int length = 0; length < guest.length; length++) {
        byte[] cut = Arrays.copyOf(guest, length);
        if (!ends.contains(length)) {
          assertThrows(
              ModuleException.class, () -> ModuleReader.read(cut, ModuleLimits.defaults()));
        }
      }
    }
  }

  @Test
  void read_truncationBeforeCode_isRefusedBetweenSectionsToo() throws ModuleException {
    CheckedModule module = ModuleReader.read(Guests.RICH, ModuleLimits.defaults());
    for (Section section : module.sections()) {
      if (section.id() >= 3 && section.id() < 10) {
        byte[] cut = Arrays.copyOf(Guests.RICH, section.end());
        assertEquals("function-and-code-count", Refusals.refusal(cut).rule());
      }
    }
  }
}
