package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import dev.cloche.Execution;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Effective addresses (attack L14), growth, and bulk operations. */
class LinearMemoryTest {

  private static final int PAGE = 65_536;

  private record Access(String load, String store, int width) {}

  private static final Access[] ACCESSES = {
    new Access("i32.load8_u", "i32.store8", 1),
    new Access("i32.load16_u", "i32.store16", 2),
    new Access("i32.load", "i32.store", 4),
    new Access("i64.load8_s", "i64.store8", 1),
    new Access("i64.load16_s", "i64.store16", 2),
    new Access("i64.load32_u", "i64.store32", 4),
    new Access("i64.load", "i64.store", 8),
    new Access("f32.load", "f32.store", 4),
    new Access("f64.load", "f64.store", 8),
  };

  static Stream<Arguments> accessesAndEngines() {
    return Stream.of(ACCESSES)
        .flatMap(access -> Stream.of(Execution.values()).map(e -> Arguments.of(access, e)));
  }

  private static final long[] OFFSETS = {0, 1, 2, 65_535, 0x7FFFFFFFL, 0xFFFFFFFEL, 0xFFFFFFFFL};

  /**
   * A load and a store for each offset, which are static.
   *
   * @param more other functions: one that grows the memory makes it another that code sees
   */
  private static byte[] guest(Access access, String more) {
    StringBuilder functions = new StringBuilder(more);
    for (long offset : OFFSETS) {
      functions.append(
          """
          (func (export "load%2$d") (param i32) (drop (%1$s offset=%2$d (local.get 0))))
          (func (export "store%2$d") (param i32)
            (%3$s offset=%2$d (local.get 0) (%4$s.const 0)))
          """
              .formatted(access.load, offset, access.store, access.load.substring(0, 3)));
    }
    return Wat.wasm("(module (memory 1) " + functions + ")");
  }

  @ParameterizedTest
  @MethodSource("accessesAndEngines")
  void l14_everyWidth_isBoundedWithoutWrapping(Access access, Execution execution) {
    String grow = "(func (export \"grow\") (drop (memory.grow (i32.const 1))))";
    requireBounds(access, execution, grow, false);
    requireBounds(access, execution, "", true);
  }

  private static void requireBounds(
      Access access, Execution execution, String more, boolean fixed) {
    long[] bases = {0, 1, PAGE - 8, PAGE - 1, PAGE, 0x7FFFFFFFL, 0x80000000L, 0xFFFFFFFFL};
    MeteredGuest guest = MeteredGuest.of(guest(access, more), execution);
    assertEquals(fixed, guest.metered.fixedMemory());
    for (long offset : OFFSETS) {
      for (long base : bases) {
        boolean inside = base + offset + access.width <= PAGE;
        String expected = inside ? "ok" : "trap OUT_OF_BOUNDS_MEMORY";
        for (String direction : new String[] {"load", "store"}) {
          String kind = guest.call(1000, direction + offset, base).kind();
          assertEquals(
              expected,
              kind.startsWith("ok") ? "ok" : kind,
              direction + " base " + base + " offset " + offset);
        }
      }
    }
  }

  @Test
  void access_betweenSizeAndCapacity_isOutOfBounds() {
    LinearMemory memory = new LinearMemory(4, 100);
    assertEquals(4, memory.grow(1));
    // The array was grown by half, to six pages.
    assertEquals(5, memory.pages());
    memory.writeByte(5 * PAGE - 1, (byte) 1);
    assertThrows(WasmRuntimeException.class, () -> memory.read(5 * PAGE));
    assertThrows(WasmRuntimeException.class, () -> memory.writeLong(5 * PAGE - 7, 1));
    assertEquals(5, memory.grow(1));
    assertEquals(0, memory.read(5 * PAGE));
  }

  @Test
  void grow_beyondTheLimit_isRefusedAndCounted() {
    LinearMemory memory = new LinearMemory(1, 3);
    assertEquals(-1, memory.grow(3));
    assertEquals(-1, memory.grow(-1));
    assertEquals(-1, memory.grow(Integer.MAX_VALUE));
    assertEquals(3, memory.growthsRefused());
    assertEquals(1, memory.grow(2));
    assertEquals(3, memory.grow(0));
    assertEquals(3L * PAGE, memory.sizeBytes());
  }

  @Test
  void fill_sumThatWrapped_isOutOfBounds() {
    LinearMemory memory = new LinearMemory(1, 1);
    memory.fill((byte) 9, 10, 20);
    assertArrayEquals(new byte[] {0, 9, 9}, memory.readBytes(9, 3));
    int wrapped = Integer.MIN_VALUE + 65_529;
    assertThrows(WasmRuntimeException.class, () -> memory.fill((byte) 1, 65_530, wrapped));
    assertThrows(WasmRuntimeException.class, () -> memory.fill((byte) 1, -1, 1));
    assertThrows(WasmRuntimeException.class, () -> memory.fill((byte) 1, 20, 10));
    memory.fill((byte) 1, PAGE, PAGE);
  }

  @Test
  void copy_overlapping_isAsThroughABuffer() {
    LinearMemory memory = new LinearMemory(1, 1);
    memory.write(0, new byte[] {1, 2, 3, 4, 5}, 0, 5);
    memory.copy(1, 0, 4);
    assertArrayEquals(new byte[] {1, 1, 2, 3, 4}, memory.readBytes(0, 5));
    assertThrows(WasmRuntimeException.class, () -> memory.copy(0, PAGE - 1, 2));
    assertThrows(WasmRuntimeException.class, () -> memory.copy(0, 1, -1));
    memory.copy(PAGE, PAGE, 0);
  }

  @Test
  void l12_growthWithoutHeap_isRefusedAndTheMemoryStaysUsable() {
    assumeTrue(Runtime.getRuntime().maxMemory() <= 2L << 30, "needs a heap of at most 2 GiB");
    LinearMemory memory = new LinearMemory(1, 32_767);
    memory.writeI32(0, 42);
    assertEquals(-1, memory.grow(32_766));
    assertEquals(1, memory.pages());
    assertEquals(42, memory.readInt(0));
    // Not tried again: a guest could make the JVM collect without end.
    assertEquals(-1, memory.grow(32_766));
    assertEquals(2, memory.growthsRefused());
  }

  @Test
  void drop_byTheInstance_emptiesTheSegment() {
    LinearMemory memory = new LinearMemory(1, 1);
    DataSegment[] ofTheInstance = {new PassiveDataSegment(new byte[] {1, 2})};
    memory.initialize(null, ofTheInstance);
    memory.initPassiveSegment(0, 0, 0, 2);
    ofTheInstance[0] = PassiveDataSegment.EMPTY;
    assertThrows(WasmRuntimeException.class, () -> memory.initPassiveSegment(0, 0, 0, 1));
    memory.initPassiveSegment(0, 0, 0, 0);
  }
}
