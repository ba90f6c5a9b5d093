package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.dylibso.chicory.runtime.Memory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Images of memories, against the bytes that they were taken of. */
class MemoryImageTest {

  private static final int PAGE = Memory.PAGE_SIZE;
  private static final byte CANARY = (byte) 0xA5;

  /** One value at one place. */
  record Write(int address, byte value) {}

  @Provide
  Arbitrary<List<Write>> writes() {
    Arbitrary<Integer> addresses = Arbitraries.integers().between(0, 3 * PAGE - 1);
    return Combinators.combine(addresses, Arbitraries.bytes()).as(Write::new).list().ofMaxSize(60);
  }

  private static byte[] memory(List<Write> writes) {
    byte[] bytes = new byte[3 * PAGE];
    writes.forEach(write -> bytes[write.address()] = write.value());
    return bytes;
  }

  @Property(tries = 200)
  void image_copiedIntoZeros_isWhatItWasTakenOf(@ForAll("writes") List<Write> writes) {
    byte[] bytes = memory(writes);
    byte[] copy = new byte[bytes.length];
    MemoryImage.of(bytes, bytes.length).copyInto(copy);
    assertArrayEquals(bytes, copy);
  }

  @Property(tries = 200)
  void overwrite_arrayFullOfCanaries_leavesNone(
      @ForAll("writes") List<Write> writes, @ForAll boolean longer) {
    byte[] bytes = memory(writes);
    byte[] used = new byte[bytes.length + (longer ? PAGE : 0)];
    Arrays.fill(used, CANARY);
    MemoryImage.of(bytes, bytes.length).overwrite(used);
    assertArrayEquals(Arrays.copyOf(bytes, used.length), used);
  }

  @Property(tries = 100)
  void serialised_andReadAgain_isTheSame(@ForAll("writes") List<Write> writes) throws IOException {
    byte[] bytes = memory(writes);
    MemoryImage read = read(written(MemoryImage.of(bytes, bytes.length)));
    byte[] copy = new byte[bytes.length];
    read.copyInto(copy);
    assertArrayEquals(bytes, copy);
    assertEquals(3, read.pages());
  }

  @Test
  void content_fewBytesFarApart_isTheirBlocksAlone() {
    byte[] bytes = new byte[100 * PAGE];
    bytes[5] = 1;
    bytes[50 * PAGE] = 1;
    bytes[bytes.length - 1] = 1;
    assertEquals(3 * 4096, MemoryImage.of(bytes, bytes.length).contentBytes());
    assertEquals(0, MemoryImage.of(new byte[PAGE], PAGE).contentBytes());
  }

  @Test
  void image_ofPartOfAnArray_ignoresTheRest() {
    byte[] ahead = new byte[2 * PAGE];
    Arrays.fill(ahead, PAGE, 2 * PAGE, CANARY);
    MemoryImage image = MemoryImage.of(ahead, PAGE);
    assertEquals(1, image.pages());
    assertEquals(0, image.contentBytes());
  }

  @Test
  void read_partsOutOfOrderOrOutside_areRefused() throws IOException {
    byte[] bytes = new byte[2 * PAGE];
    bytes[0] = 1;
    bytes[PAGE] = 1;
    byte[] good = written(MemoryImage.of(bytes, bytes.length));
    // Pages, parts, then start and length of each.
    for (int[] change : new int[][] {{0, -1}, {0, 1}, {4, -1}, {8, PAGE}, {12, -1}, {16, 0}}) {
      byte[] bad = good.clone();
      java.nio.ByteBuffer.wrap(bad).putInt(change[0], change[1]);
      assertThrows(IOException.class, () -> read(bad), Arrays.toString(change));
    }
    byte[] cut = Arrays.copyOf(good, good.length - 1);
    assertThrows(IOException.class, () -> read(cut));
  }

  private static byte[] written(MemoryImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    image.writeTo(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static MemoryImage read(byte[] bytes) throws IOException {
    return MemoryImage.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
  }
}
