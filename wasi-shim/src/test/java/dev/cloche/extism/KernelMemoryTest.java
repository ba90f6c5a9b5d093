package dev.cloche.extism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KernelMemoryTest {

  private final Plugin plugin = new Plugin("");
  private final KernelMemory memory = new KernelMemory(plugin);

  @Property(tries = 300)
  void capacity_ofAnyLength_holdsItAndWastesLittle(
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE - 512) int length) {
    long capacity = KernelMemory.capacity(length);
    assertTrue(capacity >= length);
    assertTrue(capacity - length < Math.max(64, length / 8 + 1));
    assertEquals(0, capacity % 64);
    assertEquals(
        KernelMemory.capacityIndex(length),
        KernelMemory.capacityIndex((int) Math.min(capacity, Integer.MAX_VALUE)));
  }

  @Test
  void allocate_noBytes_isNoBlock() {
    assertEquals(0, memory.allocate(0));
    assertEquals(0, memory.size());
  }

  @Test
  void allocate_moreThanThereIs_endsTheCall() {
    for (long length : new long[] {1 << 21, 1L << 32, -1, Long.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThrows(Plugin.Full.class, () -> memory.allocate(length));
    }
    assertEquals(64, memory.allocate(1));
  }

  @Test
  void free_again_isPassedOver() {
    long one = memory.allocate(10);
    memory.free(one);
    memory.free(one);
    assertEquals(one, memory.allocate(12));
    assertTrue(memory.allocate(12) != one);
  }

  @Test
  void freed_inALoop_takesNoMore() {
    for (int i = 0; i < 10_000; i++) {
      memory.free(memory.allocate(1000));
    }
    assertEquals(KernelMemory.PAGE_BYTES, memory.size());
  }

  @Test
  void words_acrossPages_areWhole() {
    long ignored = memory.allocate(100_000);
    for (int at = 65_528; at <= 65_537; at++) {
      memory.storeLong(at, 0x1122334455667788L + at);
      assertEquals(0x1122334455667788L + at, memory.loadLong(at));
    }
  }

  @Test
  void reset_forgetsBlocksAndBytes() {
    long block = memory.allocate(10);
    memory.storeByte(block, (byte) 7);
    memory.reset();
    assertEquals(0, memory.length(block));
    assertEquals(block, memory.allocate(10));
    assertEquals(0, memory.loadByte(block));
  }

  /** One step of a plugin. */
  private record Step(int kind, long a, long b) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 5_000),
            Arbitraries.longs().between(1, 40).map(n -> n * 64),
            Arbitraries.longs().between(65_500, 66_000),
            Arbitraries.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 1L << 31, 200_000L));
    return Combinators.combine(Arbitraries.integers().between(0, 8), numbers, numbers)
        .as(Step::new)
        .list()
        .ofMaxSize(80);
  }

  /** Bytes in one array, blocks in a map: no two blocks share a byte, and all else follows. */
  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void h1_anySequence_isWhatAPlainModelDoes(@ForAll("steps") List<Step> steps) {
    Plugin host = new Plugin("");
    KernelMemory tested = new KernelMemory(host);
    NavigableMap<Long, Integer> blocks = new TreeMap<>();
    Map<Long, Byte> bytes = new HashMap<>();
    for (Step step : steps) {
      perform(step, tested, blocks, bytes);
    }
    blocks.forEach((block, length) -> assertEquals(length, tested.length(block)));
    bytes.forEach((address, value) -> assertEquals(value, tested.loadByte(address)));
  }

  private static void perform(
      Step step, KernelMemory tested, NavigableMap<Long, Integer> blocks, Map<Long, Byte> bytes) {
    switch (step.kind()) {
      case 0, 1 -> allocate(step.a(), tested, blocks);
      case 2 -> {
        // Whatever is chosen, and now and then a block.
        long chosen = blocks.isEmpty() || step.b() < 0 ? step.a() : blocks.firstKey();
        tested.free(chosen);
        Integer ignored = blocks.remove(chosen);
      }
      case 3 -> assertEquals(blocks.getOrDefault(step.a(), 0), tested.length(step.a()));
      case 4 -> {
        tested.storeByte(step.a(), (byte) step.b());
        if (inside(step.a(), 1, tested)) {
          bytes.put(step.a(), (byte) step.b());
        }
      }
      case 5 -> {
        tested.storeLong(step.a(), step.b());
        for (int i = 0; i < 8 && inside(step.a(), 8, tested); i++) {
          bytes.put(step.a() + i, (byte) (step.b() >>> (8 * i)));
        }
      }
      case 6 -> assertEquals(bytes.getOrDefault(step.a(), (byte) 0), tested.loadByte(step.a()));
      case 7 -> {
        long word = 0;
        for (int i = 7; i >= 0 && inside(step.a(), 8, tested); i--) {
          word = word << 8 | Byte.toUnsignedLong(bytes.getOrDefault(step.a() + i, (byte) 0));
        }
        assertEquals(word, tested.loadLong(step.a()));
      }
      default -> copied(step, tested, bytes);
    }
  }

  private static void copied(Step step, KernelMemory tested, Map<Long, Byte> bytes) {
    if (tested.holds(step.a(), step.b())) {
      byte[] expected = new byte[(int) step.b()];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = bytes.getOrDefault(step.a() + i, (byte) 0);
      }
      assertArrayEquals(expected, step.b() == 0 ? expected : tested.get(step.a(), expected.length));
    }
  }

  private static boolean inside(long address, int width, KernelMemory tested) {
    return address >= 0 && address <= tested.size() - width;
  }

  private static void allocate(
      long length, KernelMemory tested, NavigableMap<Long, Integer> blocks) {
    long block;
    try {
      block = tested.allocate(length);
    } catch (Plugin.Full full) {
      assertTrue(length < 0 || length > (1 << 20) - 300_000 - tested.used());
      return;
    }
    if (length == 0) {
      assertEquals(0, block);
      return;
    }
    Map.Entry<Long, Integer> before = blocks.floorEntry(block + length - 1);
    assertTrue(before == null || before.getKey() + before.getValue() <= block);
    assertTrue(tested.holds(block, length));
    blocks.put(block, (int) length);
  }
}
