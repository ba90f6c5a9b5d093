package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.dylibso.chicory.runtime.Memory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Arrays that go from one memory to the next. */
class SpareArraysTest {

  private static final int PAGE = Memory.PAGE_SIZE;

  @Test
  void take_arrayThatFits_isGivenOnce() {
    SpareArrays spare = new SpareArrays();
    byte[] array = new byte[4 * PAGE];
    spare.keep(array);
    assertNull(spare.take(4 * PAGE + 1));
    assertNull(spare.take(PAGE));
    assertSame(array, spare.take(3 * PAGE));
    assertNull(spare.take(4 * PAGE));
  }

  @Test
  void keep_moreThanThereIsRoomFor_keepsTheLast() {
    SpareArrays spare = new SpareArrays();
    for (int i = 0; i < 100; i++) {
      spare.keep(new byte[PAGE]);
    }
    byte[] last = new byte[2 * PAGE];
    spare.keep(last);
    assertSame(last, spare.take(2 * PAGE));
  }

  @Test
  void none_keepsNothing() {
    SpareArrays.none().keep(new byte[PAGE]);
    assertNull(SpareArrays.none().take(PAGE));
  }

  @Test
  void memory_retired_isOutOfReachAndItsArrayOverwritten() {
    SpareArrays spare = new SpareArrays();
    byte[] start = new byte[PAGE];
    Arrays.fill(start, 100, 200, (byte) 7);
    MemoryImage image = MemoryImage.of(start, PAGE);
    LinearMemory first = new LinearMemory(image, 10, spare, false);
    first.fill((byte) 0xA5, 0, PAGE);
    assertEquals(1, first.grow(1));
    first.fill((byte) 0xA5, 0, 2 * PAGE);
    first.retire(spare);
    assertThrows(RuntimeException.class, () -> first.read(0));

    LinearMemory second = new LinearMemory(image, 10, spare, false);
    assertEquals(-1, Arrays.mismatch(start, second.readBytes(0, PAGE)));
    assertEquals(1, second.grow(5));
    assertEquals(-1, Arrays.mismatch(new byte[5 * PAGE], second.readBytes(PAGE, 5 * PAGE)));
  }
}
