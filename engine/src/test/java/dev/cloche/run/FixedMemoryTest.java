package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import dev.cloche.Execution;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which memories never grow, and that their end is the end of their array (attack L14). */
class FixedMemoryTest {

  private static final int PAGE = Memory.PAGE_SIZE;

  private static boolean isFixed(String fields) {
    return MeteredGuest.of(Wat.wasm("(module " + fields + ")"), Execution.INTERPRETED)
        .metered
        .fixedMemory();
  }

  @Test
  void meter_moduleThatCannotGrow_isFixed() {
    assertTrue(isFixed("(func)"));
    assertTrue(isFixed("(memory 1)"));
    assertTrue(isFixed("(memory 1 9) (func (drop (memory.size)))"));
    assertTrue(isFixed("(memory 3 3) (func (drop (memory.grow (i32.const 1))))"));
    // 0x40 as a number, and as the type of a block.
    assertTrue(isFixed("(memory 1) (func (block (drop (i32.const 0x40))))"));
  }

  @Test
  void meter_moduleThatMayGrow_isNotFixed() {
    String grow = "(drop (memory.grow (i32.const 0)))";
    assertFalse(isFixed("(memory 1) (func " + grow + ")"));
    assertFalse(
        isFixed("(memory 0 1) (func) (func) (func (if (i32.const 0) (then " + grow + ")))"));
    assertFalse(isFixed("(memory 1 2) (func (return) " + grow + ")"));
    assertFalse(isFixed("(memory 1 2) (func unreachable " + grow + ")"));
  }

  /** Neighbouring accesses are what C2 checks together: it must still stop at the same one. */
  @ParameterizedTest
  @CsvSource({"i32.load8_u,1", "i32.load16_s,2", "i32.load,4", "i64.load,8", "f64.load,8"})
  void l14_hotLoopToTheEnd_trapsAtTheSameRound(String load, int width) {
    byte[] wasm =
        Wat.wasm(
            """
            (module (memory 1)
              (func (export "walk") (param $at i32) (param $to i32)
                (loop $again
                  (drop (%1$s offset=3 (local.get $at)))
                  (drop (%1$s (local.get $at)))
                  (drop (%1$s offset=1 (local.get $at)))
                  (drop (%1$s offset=2 (local.get $at)))
                  (i32.store8 (i32.const 0) (i32.add (i32.load8_u (i32.const 0)) (i32.const 1)))
                  (br_if $again
                    (i32.ne
                      (local.tee $at (i32.add (local.get $at) (i32.const 1)))
                      (local.get $to)))))
              (func (export "rounds") (result i32) (i32.load8_u (i32.const 0))))
            """
                .formatted(load));
    MeteredGuest.Run run = MeteredGuest.of(wasm, Execution.COMPILED).start(1L << 40);
    int end = PAGE - 3 - width + 1;
    String trap = "trap OUT_OF_BOUNDS_MEMORY";
    int rounds = 0;
    for (int i = 0; i < 4; i++) {
      // Inside to the last byte, beyond it, and from addresses that wrap.
      assertEquals("oknull", run.call("walk", 8, end).kind());
      assertEquals(trap, run.call("walk", end - 5, PAGE).kind());
      assertEquals(trap, run.call("walk", -1, 5).kind());
      assertEquals(trap, run.call("walk", -3, 5).kind());
      rounds += end - 8 + 5;
    }
    assertEquals("ok[" + (rounds & 0xFF) + "]", run.call("rounds").kind());
  }

  /** What an earlier call left behind the end of an array would be read, and written. */
  @Test
  void l14_spareArrayOfAnotherCall_isTakenOnlyIfItEndsWithTheMemory() {
    SpareArrays spare = new SpareArrays();
    byte[] larger = new byte[PAGE + 8];
    Arrays.fill(larger, (byte) 0xA5);
    spare.keep(larger);
    MemoryImage image = MemoryImage.of(new byte[PAGE], PAGE);
    LinearMemory memory = new LinearMemory(image, 10, spare, true);
    assertEquals(0, FixedMemory.memoryReadByte(PAGE - 1, 0, memory.bytes));
    assertThrows(
        WasmRuntimeException.class, () -> FixedMemory.memoryReadByte(PAGE, 0, memory.bytes));
    assertThrows(
        WasmRuntimeException.class, () -> FixedMemory.memoryWriteInt(PAGE - 3, 1, 0, memory.bytes));
    assertNull(spare.takeExact(PAGE));
    memory.retire(spare);
    assertThrows(WasmRuntimeException.class, () -> FixedMemory.memoryReadByte(0, 0, memory.bytes));
    // The control: one that may grow takes the larger array, and compares with its own size.
    spare.keep(larger);
    LinearMemory growing = new LinearMemory(image, 10, spare, false);
    assertThrows(WasmRuntimeException.class, () -> GuestSupport.memoryReadByte(PAGE, 0, growing));
    assertEquals(0, GuestSupport.memoryReadByte(PAGE - 1, 0, growing));
  }

  @Test
  void access_memoryOfNoBytes_isOutOfBounds() {
    LinearMemory memory = new LinearMemory(0, 0);
    for (int base : new int[] {0, 1, -1, Integer.MIN_VALUE}) {
      for (int offset : new int[] {0, 1, -1, Integer.MAX_VALUE}) {
        assertThrows(
            WasmRuntimeException.class,
            () -> FixedMemory.memoryReadByte(base, offset, memory.bytes));
        assertThrows(
            WasmRuntimeException.class,
            () -> FixedMemory.memoryWriteLong(base, 1, offset, memory.bytes));
      }
    }
  }
}
