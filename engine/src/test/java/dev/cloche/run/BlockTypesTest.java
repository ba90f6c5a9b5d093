package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Execution;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Block types that name types at indexes which Chicory 1.7.5 would read as value types: 64 is its
 * empty type, 0x63 and 0x64 make it read one number too many, 0x7F is i32.
 */
class BlockTypesTest {

  /** {@code index} types of other shapes, then the one that a block names. */
  private static byte[] guest(int index) {
    StringBuilder text = new StringBuilder("(module ");
    for (int i = 0; i < index; i++) {
      text.append("(type (func (param");
      for (int bit = 0; bit < 8; bit++) {
        text.append((i >> bit & 1) == 0 ? " i64" : " f64");
      }
      text.append("))) ");
    }
    text.append(
        """
        (type $pair (func (param i32 i32) (result i32)))
        (func (export "run") (param i32) (result i32)
          (local.get 0) (i32.const 2)
          (block (type $pair) (i32.add))
          (i32.const 3)
          (loop (type $pair) (i32.mul))))
        """);
    return Wat.wasm(text.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 98, 99, 100, 110, 111, 112, 126, 127, 128, 200})
  void block_typeAtAnyIndex_keepsItsMeaning(int index) {
    for (Execution execution : Execution.values()) {
      MeteredGuest guest = MeteredGuest.of(guest(index), execution);
      assertEquals(
          "ok[" + (5 + 2) * 3 + "]", guest.call(1000, "run", 5).kind(), execution + " " + index);
    }
  }

  @Test
  void types_addedForBlocks_areNotRepeated() {
    var types = Parser.parse(MeteredGuest.of(guest(64), Execution.INTERPRETED).metered.bytes());
    var all = types.typeSection().types();
    assertEquals(129, all.length);
    // Only the alias itself stands twice.
    assertEquals(128, Arrays.stream(all).distinct().count());
  }
}
