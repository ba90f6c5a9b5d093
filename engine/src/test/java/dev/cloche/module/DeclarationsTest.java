package dev.cloche.module;

import static dev.cloche.module.WasmBytes.cat;
import static dev.cloche.module.WasmBytes.hex;

import dev.cloche.module.ModuleException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Everything but code. A row is the module without its header, so that offset 8 is its first byte;
 * each table of refusals stands below the sections that would be right.
 */
class DeclarationsTest {

  private static final String TYPE = "01 04 01 60 00 00 ";
  private static final String FUNCTION = "03 02 01 00 ";
  private static final String TABLE = "04 04 01 70 00 02 ";
  private static final String MEMORY = "05 03 01 00 01 ";
  private static final String CODE = "0a 04 01 02 00 0b ";

  private static byte[] bytes(String row) {
    String sections =
        row.replace("TYPE", TYPE)
            .replace("FUNCTION", FUNCTION)
            .replace("TABLE", TABLE)
            .replace("MEMORY", MEMORY)
            .replace("CODE", CODE);
    return cat(WasmBytes.HEADER, hex(sections));
  }

  private static void assertRow(String row, String kind, String section, int offset, String rule) {
    Refusals.assertRefused(bytes(row), Kind.valueOf(kind), section + " section", offset, rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TYPE FUNCTION TABLE MEMORY CODE",
        // a type of all value types, over-long counts
        "01 0d 01 60 86 00 7f 7e 7d 7c 70 6f 81 00 7f",
        // imports of all kinds
        "TYPE 02 19 04 01 61 01 62 00 00 01 61 01 62 01 70 00 01 00 00 02 00 00 00 00 03 7e 01",
        // table of externref with a maximum, memory with a maximum
        "04 05 01 6f 01 02 03 05 04 01 01 00 10",
        // global of each type
        "06 29 06 7f 00 41 00 0b 7e 00 42 00 0b 7d 00 43 00 00 00 00 0b"
            + " 7c 00 44 00 00 00 00 00 00 00 00 0b 70 00 d0 70 0b 6f 00 d0 6f 0b",
        // exports of all kinds, the empty name among them
        "TYPE FUNCTION TABLE MEMORY 06 06 01 7f 00 41 00 0b"
            + " 07 10 04 00 00 00 01 61 01 00 01 62 02 00 01 63 03 00 CODE",
        // start
        "TYPE FUNCTION 08 01 00 CODE",
        // element segments of all eight forms
        "TYPE FUNCTION TABLE 09 35 08 00 41 00 0b 01 00 01 00 01 00 02 00 41 00 0b 00 01 00"
            + " 03 00 01 00 04 41 00 0b 01 d2 00 0b 05 70 01 d0 70 0b"
            + " 06 00 41 00 0b 70 01 d2 00 0b 07 6f 01 d0 6f 0b CODE",
        // data segments of all three forms, with their count
        "MEMORY 0c 01 03 0b 11 03 00 41 00 0b 01 61 01 01 62 02 00 41 00 0b 01 63",
      })
  void read_validDeclarations_areAccepted(String row) throws ModuleException {
    Refusals.assertAccepted(bytes(row));
  }

  @ParameterizedTest
  @CsvSource({
    "01 04 01 61 00 00, MALFORMED, type, 11, type-form",
    "01 04 01 00 00 00, MALFORMED, type, 11, type-form",
    "01 05 01 60 01 40 00, MALFORMED, type, 13, value-type",
    "01 05 01 60 01 00 00, MALFORMED, type, 13, value-type",
    "01 05 01 60 00 01 79, MALFORMED, type, 14, value-type",
    "01 06 01 60 01 ff 7f 00, MALFORMED, type, 13, value-type",
    "01 04 02 60 00 00, MALFORMED, type, 10, count-beyond-end",
    "01 04 01 60 05 00, MALFORMED, type, 12, count-beyond-end",
    "01 04 01 60 00 01, MALFORMED, type, 13, count-beyond-end",
  })
  void types(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "TYPE 02 07 01 01 61 01 62 00 01, INVALID, import, 22, unknown-type",
    "TYPE 02 07 01 01 61 01 62 05 00, MALFORMED, import, 21, extern-kind",
    "TYPE 02 07 01 01 ff 01 62 00 00, MALFORMED, import, 17, name-encoding",
    "TYPE 02 07 01 01 61 01 80 00 00, MALFORMED, import, 19, name-encoding",
    "TYPE 02 08 01 01 61 01 62 03 7f 02, MALFORMED, import, 23, mutability",
    "TYPE 02 08 01 01 61 01 62 03 40 00, MALFORMED, import, 22, value-type",
    "TYPE 02 05 02 00 00 00 00, MALFORMED, import, 16, count-beyond-end",
  })
  void imports(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "TYPE 03 02 01 01, INVALID, function, 17, unknown-type",
    "03 02 01 00, INVALID, function, 11, unknown-type",
    "TYPE 03 06 01 ff ff ff ff 0f, INVALID, function, 17, unknown-type",
    "TYPE 03 02 02 00, MALFORMED, function, 16, count-beyond-end",
  })
  void functions(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "04 04 01 7f 00 00, MALFORMED, table, 11, value-type",
    "04 04 01 00 00 00, MALFORMED, table, 11, value-type",
    "04 04 01 70 10 00, MALFORMED, table, 12, limits-flag",
    "04 05 01 70 01 02 01, INVALID, table, 14, limits-order",
    "05 04 01 01 02 01, INVALID, memory, 13, limits-order",
    "05 03 01 80 00, MALFORMED, memory, 11, limits-flag",
    "05 05 01 00 81 80 04, INVALID, memory, 11, memory-size",
    "05 06 01 01 00 81 80 04, INVALID, memory, 11, memory-size",
  })
  void tablesAndMemories(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "06 06 01 7f 02 41 00 0b, MALFORMED, global, 12, mutability",
    "06 06 01 40 00 41 00 0b, MALFORMED, global, 11, value-type",
    "06 05 01 7f 00 41 00, MALFORMED, global, 15, unexpected-end",
    "06 04 01 7f 00 0b, MALFORMED, global, 10, count-beyond-end",
  })
  void globals(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "07 05 01 01 61 00 00, INVALID, export, 14, unknown-function",
    "07 05 01 01 61 01 00, INVALID, export, 14, unknown-table",
    "07 05 01 01 61 02 00, INVALID, export, 14, unknown-memory",
    "07 05 01 01 61 03 00, INVALID, export, 14, unknown-global",
    "07 05 01 01 61 07 00, MALFORMED, export, 13, extern-kind",
    "MEMORY 07 09 02 01 61 02 00 01 61 02 00, INVALID, export, 20, duplicate-export",
    "MEMORY 07 07 02 00 02 00 00 02 00, INVALID, export, 19, duplicate-export",
  })
  void exports(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "TYPE FUNCTION 08 01 01 CODE, INVALID, start, 20, unknown-function",
    "01 05 01 60 01 7f 00 FUNCTION 08 01 00 CODE, INVALID, start, 21, start-type",
    "01 05 01 60 00 01 7f FUNCTION 08 01 00 CODE, INVALID, start, 21, start-type",
    "TYPE FUNCTION 08 00 CODE, MALFORMED, start, 20, unexpected-end",
  })
  void start(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @ParameterizedTest
  @CsvSource({
    "TABLE 09 06 01 00 41 00 0b 00, OK, '', 0, ''",
    "09 06 01 00 41 00 0b 00, INVALID, element, 12, unknown-table",
    "TABLE 09 08 01 02 01 41 00 0b 00 00, INVALID, element, 18, unknown-table",
    "TABLE 09 07 01 00 41 00 0b 01 00, INVALID, element, 22, unknown-function",
    "TABLE 09 06 01 08 41 00 0b 00, MALFORMED, element, 17, segment-flag",
    "TABLE 09 04 01 01 01 00, MALFORMED, element, 18, element-kind",
    "TABLE 09 04 01 05 7f 00, MALFORMED, element, 18, value-type",
    "TABLE 09 08 01 06 00 41 00 0b 6f 00, INVALID, element, 17, type-mismatch",
    "TABLE 09 06 01 00 42 00 0b 00, INVALID, element, 20, type-mismatch",
    "TABLE 09 07 01 05 70 01 d0 6f 0b, INVALID, element, 22, type-mismatch",
    "TABLE 09 04 01 01 00 05, MALFORMED, element, 19, count-beyond-end",
  })
  void elements(String row, String kind, String section, int offset, String rule)
      throws ModuleException {
    if (kind.equals("OK")) {
      Refusals.assertAccepted(bytes(row));
    } else {
      assertRow(row, kind, section, offset, rule);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0b 06 01 00 41 00 0b 00, INVALID, data, 11, unknown-memory",
    "MEMORY 0b 07 01 02 01 41 00 0b 00, INVALID, data, 17, unknown-memory",
    "MEMORY 0b 06 01 03 41 00 0b 00, MALFORMED, data, 16, segment-flag",
    "MEMORY 0b 06 01 00 42 00 0b 00, INVALID, data, 19, type-mismatch",
    "MEMORY 0b 06 01 00 41 00 0b 01, MALFORMED, data, 20, count-beyond-end",
    "MEMORY 0b 03 02 01 00, MALFORMED, data, 15, count-beyond-end",
  })
  void data(String row, String kind, String section, int offset, String rule) {
    assertRow(row, kind, section, offset, rule);
  }

  @Test
  void read_hugeDataCount_isRefusedByItsLimit() {
    assertRow("0c 05 ff ff ff ff 0f", "LIMIT", "data count", 10, "data-segments");
  }

  @Test
  void read_overlongSectionSize_isAccepted() throws ModuleException {
    Refusals.assertAccepted(bytes("01 84 80 80 80 00 01 60 00 00"));
  }

  @Test
  void read_overlongIndexes_areAccepted() throws ModuleException {
    Refusals.assertAccepted(bytes("TYPE 03 06 01 80 80 80 80 00 08 05 80 80 80 80 00 CODE"));
  }

  @Test
  void read_duplicateImports_areAllowed() throws ModuleException {
    Refusals.assertAccepted(bytes("TYPE 02 0d 02 01 61 01 62 00 00 01 61 01 62 00 00"));
  }

  @Test
  void read_exportNames_differByBytes() throws ModuleException {
    byte[] composed = WasmBytes.cat(WasmBytes.name("\u00e9"), hex("02 00"));
    byte[] combining = WasmBytes.cat(WasmBytes.name("e\u0301"), hex("02 00"));

    Refusals.assertAccepted(WasmBytes.module(hex(MEMORY), WasmBytes.list(7, composed, combining)));
  }
}
