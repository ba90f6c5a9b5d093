package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GunzipTest {
  private static byte[] decode(byte[] encoded, int chunk) throws IOException, EgressException {
    ByteArrayInputStream in = new ByteArrayInputStream(encoded);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[7];
    try (Gunzip gunzip =
        new Gunzip((bytes, offset, length) -> in.read(bytes, offset, Math.min(length, chunk)))) {
      int read = gunzip.read(buffer, 0, buffer.length);
      while (read >= 0) {
        out.write(buffer, 0, read);
        read = gunzip.read(buffer, 0, buffer.length);
      }
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Property(tries = 200)
  void membersInAnyChunks_decodeToTheirSum(
      @ForAll @Size(max = 300) byte[] first,
      @ForAll @Size(max = 300) byte[] second,
      @ForAll @IntRange(min = 1, max = 50) int chunk,
      @ForAll @IntRange(max = 20) int padding)
      throws Exception {
    byte[] encoded =
        joined(BombAttacksTest.gzip(first), BombAttacksTest.gzip(second), new byte[padding]);
    assertArrayEquals(joined(first, second), decode(encoded, chunk));
  }

  @Property(tries = 200)
  void anyOtherByte_isAnErrorOrChangesNothing(
      @ForAll @Size(min = 1, max = 50) byte[] bytes,
      @ForAll @IntRange(max = 200) int at,
      @ForAll byte other)
      throws Exception {
    byte[] encoded = BombAttacksTest.gzip(bytes);
    encoded[at % encoded.length] = other;
    try {
      assertArrayEquals(bytes, decode(encoded, 10));
    } catch (EgressException e) {
      assertEquals(EgressException.Kind.PROTOCOL, e.kind());
    }
  }

  @Test
  void optionalFields_areSkipped() throws Exception {
    byte[] plain = BombAttacksTest.gzip(ascii("body"));
    byte[] head = Arrays.copyOf(plain, 10);
    head[3] = 2 | 4 | 8 | 16;
    byte[] optional =
        joined(new byte[] {3, 0, 'x', 'y', 'z'}, ascii("name\0"), ascii("comment\0"), new byte[2]);
    byte[] encoded = joined(head, optional, Arrays.copyOfRange(plain, 10, plain.length));
    assertEquals("body", new String(decode(encoded, 1), StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 15, 21})
  void truncated_isAnError(int length) throws Exception {
    byte[] encoded = BombAttacksTest.gzip(ascii("body"));
    Failure.of(EgressException.Kind.PROTOCOL, () -> decode(Arrays.copyOf(encoded, length), 5));
  }

  @Test
  void garbageAfterTheEnd_isAnError() throws Exception {
    byte[] encoded = joined(BombAttacksTest.gzip(ascii("body")), ascii("more"));
    Failure.of(EgressException.Kind.PROTOCOL, () -> decode(encoded, 5));
  }
}
