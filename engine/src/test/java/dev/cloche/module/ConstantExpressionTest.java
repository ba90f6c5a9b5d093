package dev.cloche.module;

import static dev.cloche.module.WasmBytes.cat;
import static dev.cloche.module.WasmBytes.listOfHex;
import static dev.cloche.module.WasmBytes.module;

import dev.cloche.module.ModuleException.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Initialisers of globals: what may stand in them, and of which type they are. */
class ConstantExpressionTest {

  private static final byte[] BEFORE =
      module(
          WasmBytes.types("60 00 00"),
          // globals 0 to 2: immutable i32, mutable i32, immutable i64; function 0
          listOfHex(
              2, "00 01 61 03 7f 00", "00 01 62 03 7f 01", "00 01 63 03 7e 00", "00 00 00 00"));

  /** Returns a module whose global 3 is an i32, and whose global 4 is the one under test. */
  private static byte[] global(String type, String expression) {
    return cat(BEFORE, listOfHex(6, "7f 00 41 07 0b", type + " 00 " + expression));
  }

  private static int expressionOffset() {
    // section id, size, count, the first global, the type of the second
    return BEFORE.length + 3 + 5 + 2;
  }

  @ParameterizedTest
  @CsvSource({
    "7f, 41 2a 0b",
    "7f, 41 80 80 80 80 78 0b",
    "7e, 42 ff ff ff ff ff ff ff ff ff 00 0b",
    "7d, 43 00 00 c0 7f 0b",
    "7c, 44 01 02 03 04 05 06 07 08 0b",
    "70, d0 70 0b",
    "6f, d0 6f 0b",
    "70, d2 00 0b",
    "7f, 23 00 0b",
    "7f, 23 80 80 80 80 00 0b",
    "7e, 23 02 0b",
    "7f, 23 00 41 08 6a 0b",
    "7f, 41 01 41 02 41 03 6c 6b 0b",
    "7e, 42 01 23 02 7c 42 02 7e 42 03 7d 0b",
  })
  void read_constant_isAccepted(String type, String expression) throws ModuleException {
    Refusals.assertAccepted(global(type, expression));
  }

  @ParameterizedTest
  @CsvSource({
    // not constant
    "7f, 01 41 00 0b, 0, constant-expression",
    "7f, 41 01 45 0b, 2, constant-expression",
    "7f, 41 01 41 01 6d 0b, 4, constant-expression",
    "7f, 41 01 41 01 71 0b, 4, constant-expression",
    "7f, 20 00 0b, 0, constant-expression",
    "7f, 10 00 0b, 0, constant-expression",
    "7f, 02 40 0b 41 00 0b, 0, constant-expression",
    "7f, 00 0b, 0, constant-expression",
    "7f, 3f 00 0b, 0, constant-expression",
    "7f, 0e 00 00 0b, 0, constant-expression",
    // globals that a constant may not name
    "7f, 23 01 0b, 0, constant-expression",
    "7f, 23 03 0b, 0, unknown-global",
    "7f, 23 04 0b, 0, unknown-global",
    "7f, 23 ff ff ff ff 0f 0b, 0, unknown-global",
    // functions
    "70, d2 01 0b, 0, unknown-function",
    "70, d2 ff ff ff ff 0f 0b, 0, unknown-function",
    // types
    "7f, 0b, 0, type-mismatch",
    "7f, 42 00 0b, 2, type-mismatch",
    "7f, 41 00 41 00 0b, 4, type-mismatch",
    "7f, 23 02 0b, 2, type-mismatch",
    "6f, d0 70 0b, 2, type-mismatch",
    "6f, d2 00 0b, 2, type-mismatch",
    "7f, 41 00 6a 0b, 2, type-mismatch",
    "7f, 6a 0b, 0, type-mismatch",
    "7f, 41 00 42 00 6a 0b, 4, type-mismatch",
    "7e, 41 00 41 00 7c 0b, 4, type-mismatch",
  })
  void read_otherExpression_isInvalid(String type, String expression, int offset, String rule) {
    Refusals.assertRefused(
        global(type, expression),
        Kind.INVALID,
        "global section",
        expressionOffset() + offset,
        rule);
  }

  @ParameterizedTest
  @CsvSource({
    "7f, 41 ff ff ff ff 0f 0b, 1, integer",
    "7f, 41 00, 2, unexpected-end",
    "7d, 43 00 00 00, 4, unexpected-end",
    "70, d0 7f 0b, 1, value-type",
    "7f, ff 0b, 0, opcode",
  })
  void read_brokenExpression_isMalformed(String type, String expression, int offset, String rule) {
    Refusals.assertRefused(
        global(type, expression),
        Kind.MALFORMED,
        "global section",
        expressionOffset() + offset,
        rule);
  }
}
