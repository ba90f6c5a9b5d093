package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.sun.management.ThreadMXBean;
import dev.cloche.module.CodeCursor.BlockKind;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decoding single instructions, and whole bodies against the engine's parser. */
class CodeCursorTest {

  private static CodeCursor at(String hex) throws ModuleException {
    byte[] bytes = WasmBytes.hex(hex);
    CodeCursor code = new CodeCursor(bytes, 0, bytes.length);
    assertTrue(code.next());
    return code;
  }

  private static void assertWhole(CodeCursor code, int length) throws ModuleException {
    assertEquals(0, code.start());
    assertEquals(length, code.end());
    assertFalse(code.next());
  }

  @ParameterizedTest
  @CsvSource({
    "0c 03, 0x0C, 3, 0",
    "0d 83 80 00, 0x0D, 3, 0",
    "10 80 01, 0x10, 128, 0",
    "11 05 80 80 80 80 00, 0x11, 5, 0",
    "11 05 02, 0x11, 5, 2",
    "20 7f, 0x20, 127, 0",
    "24 01, 0x24, 1, 0",
    "26 02, 0x26, 2, 0",
    "d2 09, 0xD2, 9, 0",
    "3f 00, 0x3F, 0, 0",
    "fc 08 03 00, 0xFC08, 3, 0",
    "fc 09 04, 0xFC09, 4, 0",
    "fc 0a 00 00, 0xFC0A, 0, 0",
    "fc 0b 00, 0xFC0B, 0, 0",
    "fc 0c 06 01, 0xFC0C, 6, 1",
    "fc 0e 02 01, 0xFC0E, 2, 1",
    "fc 8f 80 80 80 00 01, 0xFC0F, 1, 0",
  })
  void next_instructionWithIndexes_readsThem(String hex, String opcode, int index, int index2)
      throws ModuleException {
    CodeCursor code = at(hex);

    assertEquals(Integer.decode(opcode), code.opcode());
    assertEquals(index, code.index());
    assertEquals(index2, code.index2());
    assertWhole(code, WasmBytes.hex(hex).length);
  }

  @ParameterizedTest
  @CsvSource({
    "00",
    "01",
    "05",
    "0b",
    "0f",
    "1a",
    "1b",
    "45",
    "a7",
    "c4",
    "d1",
    "fc 00",
    "fc 87 00",
    "41 7f",
    "41 ff ff ff ff 07",
    "42 80 80 80 80 80 80 80 80 80 7f",
    "43 01 02 03 04",
    "44 01 02 03 04 05 06 07 08",
  })
  void next_instructionWithoutIndexes_isSteppedOver(String hex) throws ModuleException {
    assertWhole(at(hex), WasmBytes.hex(hex).length);
  }

  @ParameterizedTest
  @CsvSource({
    "28 02 04, 2, 4",
    "29 03 ff ff ff ff 0f, 3, 4294967295",
    "2c 80 00 88 80 80 80 00, 0, 8",
    "3e 02 80 01, 2, 128",
  })
  void next_memoryAccess_readsAlignmentAndOffset(String hex, int align, long offset)
      throws ModuleException {
    CodeCursor code = at(hex);

    assertEquals(align, code.align());
    assertEquals(offset, code.offset());
    assertWhole(code, WasmBytes.hex(hex).length);
  }

  @ParameterizedTest
  @CsvSource({
    "02 40, EMPTY, , -1",
    "03 7f, VALUE, I32, -1",
    "04 7c, VALUE, F64, -1",
    "02 70, VALUE, FUNCREF, -1",
    "02 6f, VALUE, EXTERNREF, -1",
    "02 05, TYPE_INDEX, , 5",
    // Read as unsigned, these would be the codes of no result and of i32.
    "02 c0 00, TYPE_INDEX, , 64",
    "02 ff 00, TYPE_INDEX, , 127",
    "02 85 80 80 80 00, TYPE_INDEX, , 5",
  })
  void next_block_readsItsType(String hex, BlockKind kind, ValueType type, int index)
      throws ModuleException {
    CodeCursor code = at(hex);

    assertEquals(kind, code.blockKind());
    if (type != null) {
      assertEquals(type, code.valueType());
    }
    if (kind == BlockKind.TYPE_INDEX) {
      assertEquals(index, code.index());
    }
    assertWhole(code, WasmBytes.hex(hex).length);
  }

  @Test
  void next_branchTable_readsLabelsWithDefaultLast() throws ModuleException {
    CodeCursor code = at("0e 03 00 81 00 02 07");

    assertArrayEquals(new int[] {0, 1, 2, 7}, code.labels());
    assertEquals(7, code.index());
    assertWhole(code, 7);
  }

  @Test
  void next_select_readsTypes() throws ModuleException {
    CodeCursor code = at("1c 01 7e");

    assertEquals(1, code.index());
    assertEquals(ValueType.I64, code.valueType());
  }

  @Test
  void next_refNull_readsType() throws ModuleException {
    assertEquals(ValueType.EXTERNREF, at("d0 6f").valueType());
  }

  @Test
  void next_range_endsBeforeOtherBytes() throws ModuleException {
    byte[] bytes = WasmBytes.hex("ff 01 01 ff");
    CodeCursor code = new CodeCursor(bytes, 1, 3);

    assertTrue(code.next());
    assertTrue(code.next());
    assertEquals(2, code.start());
    assertFalse(code.next());
  }

  @Test
  void next_cutInstruction_pointsAtTheEnd() {
    byte[] bytes = WasmBytes.hex("01 41 80 41");
    CodeCursor code = new CodeCursor(bytes, 0, 3);

    ModuleException refusal =
        assertThrows(
            ModuleException.class,
            () -> {
              while (code.next()) {
                assertTrue(code.end() <= 3);
              }
            });
    assertEquals(3, refusal.offset());
    assertEquals("code section", refusal.section());
  }

  @Property
  void anyBytesAreSteppedOverOrRefused(@ForAll byte[] bytes) {
    CodeCursor code = new CodeCursor(bytes, 0, bytes.length);
    int previous = 0;
    try {
      while (code.next()) {
        assertEquals(previous, code.start());
        assertTrue(code.end() > code.start());
        previous = code.end();
      }
      assertEquals(bytes.length, previous);
    } catch (ModuleException e) {
      assertTrue(e.offset() <= bytes.length);
    }
  }

  @Test
  void everyInstruction_startsWhereTheEnginesParserSaysSo() throws ModuleException {
    for (byte[] guest : Guests.all()) {
      assertEquals(engineStarts(guest), ourStarts(guest));
    }
  }

  private static List<String> ourStarts(byte[] guest) throws ModuleException {
    List<String> starts = new ArrayList<>();
    for (Body body : ModuleReader.read(guest, ModuleLimits.defaults()).bodies()) {
      CodeCursor code = new CodeCursor(guest, body.codeStart(), body.end());
      int count = 0;
      while (code.next()) {
        starts.add("%d %x".formatted(code.start(), code.opcode()));
        count++;
      }
      assertTrue(body.instructions() >= count);
    }
    return starts;
  }

  private static List<String> engineStarts(byte[] guest) {
    WasmModule module = Parser.parse(guest);
    List<String> starts = new ArrayList<>();
    for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
      for (AnnotatedInstruction each : module.codeSection().getFunctionBody(i).instructions()) {
        starts.add("%d %x".formatted(each.address(), each.opcode().opcode()));
      }
    }
    return starts;
  }

  @Test
  void next_longCode_allocatesNothing() throws ModuleException {
    byte[] bytes = WasmBytes.repeat(50_000, WasmBytes.hex("20 00 41 01 28 02 04 02 40 11 01 00"));
    stepOver(bytes);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());

    stepOver(bytes);

    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertTrue(allocated < 10_000, "allocated " + allocated);
  }

  private static void stepOver(byte[] bytes) throws ModuleException {
    CodeCursor code = new CodeCursor(bytes, 0, bytes.length);
    int count = 0;
    while (code.next()) {
      count++;
    }
    assertEquals(250_000, count);
  }
}
