package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Integers and names, short, over-long and wrong. */
class ByteCursorTest {

  private static ByteCursor cursor(byte[] bytes) {
    return new ByteCursor(bytes, 0, bytes.length, "test");
  }

  private static ByteCursor cursor(String hex) {
    return cursor(WasmBytes.hex(hex));
  }

  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "7f, 127",
    "80 01, 128",
    "ff ff ff ff 0f, 4294967295",
    "80 80 80 80 08, 2147483648",
    // over-long, as linkers write for later patching
    "80 00, 0",
    "80 80 80 80 00, 0",
    "83 80 80 80 00, 3",
    "ff 80 80 80 00, 127",
  })
  void u32_withinFiveBytes_isRead(String hex, long value) throws ModuleException {
    ByteCursor in = cursor(hex);

    assertEquals(value, in.u32());
    assertFalse(in.hasRemaining());
  }

  @ParameterizedTest
  @CsvSource({
    "ff ff ff ff 10, integer",
    "ff ff ff ff 1f, integer",
    "80 80 80 80 40, integer",
    "80 80 80 80 80 00, integer",
    "ff ff ff ff ff 0f, integer",
    "80, unexpected-end",
    "80 80 80 80, unexpected-end",
    "'', unexpected-end",
  })
  void u32_tooLongOrTooLarge_isRefused(String hex, String rule) {
    ModuleException refusal = assertThrows(ModuleException.class, () -> cursor(hex).u32());

    assertEquals(rule, refusal.rule());
  }

  @ParameterizedTest
  @CsvSource({
    "32, 00, 0",
    "32, 7f, -1",
    "32, 3f, 63",
    "32, 40, -64",
    "32, ff ff ff ff 07, 2147483647",
    "32, 80 80 80 80 78, -2147483648",
    "32, ff ff ff ff 7f, -1",
    "32, 80 80 80 80 00, 0",
    "32, ff 7f, -1",
    "33, ff ff ff ff 0f, 4294967295",
    "33, 80 80 80 80 70, -4294967296",
    "33, c0 00, 64",
    "33, 40, -64",
    "64, ff ff ff ff ff ff ff ff ff 00, 9223372036854775807",
    "64, 80 80 80 80 80 80 80 80 80 7f, -9223372036854775808",
    "64, ff ff ff ff ff ff ff ff ff 7f, -1",
    "64, 80 80 80 80 80 80 80 80 80 00, 0",
  })
  void signed_withinCeilingOfBytes_isRead(int bits, String hex, long value) throws ModuleException {
    ByteCursor in = cursor(hex);

    assertEquals(value, in.signed(bits));
    assertFalse(in.hasRemaining());
  }

  @ParameterizedTest
  @CsvSource({
    "32, ff ff ff ff 0f",
    "32, ff ff ff ff 4f",
    "32, 80 80 80 80 70",
    "32, 80 80 80 80 08",
    "32, ff ff ff ff ff 00",
    "33, ff ff ff ff 1f",
    "33, 80 80 80 80 60",
    "64, ff ff ff ff ff ff ff ff ff 01",
    "64, 80 80 80 80 80 80 80 80 80 7e",
    "64, 80 80 80 80 80 80 80 80 80 80 00",
  })
  void signed_unusedBitsThatDiffer_areRefused(int bits, String hex) {
    ModuleException refusal = assertThrows(ModuleException.class, () -> cursor(hex).signed(bits));

    assertEquals("integer", refusal.rule());
    assertEquals(0, refusal.offset());
  }

  @Property
  void everyUnsignedIntegerIsReadBackAtEveryLength(
      @ForAll @LongRange(max = 0xFFFF_FFFFL) long value, @ForAll @IntRange(max = 4) int padding)
      throws ModuleException {
    byte[] padded = pad(WasmBytes.u32(value), padding, (byte) 0);

    assertEquals(value, cursor(padded).u32());
  }

  @Property
  void everySignedIntegerIsReadBack(@ForAll long value) throws ModuleException {
    assertEquals(value, cursor(signedLeb(value)).signed(64));
  }

  @Property
  void everyIntIsReadBackAsSigned32And33(@ForAll int value) throws ModuleException {
    assertEquals(value, cursor(signedLeb(value)).signed(32));
    assertEquals(value, cursor(signedLeb(value)).signed(33));
  }

  @Property
  void whatIsReadIsNeverBeyondTheEnd(@ForAll byte[] bytes, @ForAll @IntRange(max = 64) int end) {
    int limit = Math.min(end, bytes.length);
    ByteCursor in = new ByteCursor(bytes, 0, limit, "test");
    try {
      while (in.hasRemaining()) {
        in.signed(33);
      }
    } catch (ModuleException e) {
      assertEquals("test", e.section());
    }
    assertFalse(in.position() > limit);
  }

  /** Makes a LEB128 longer by continuation bytes, up to five bytes. */
  private static byte[] pad(byte[] leb, int padding, byte filler) {
    int length = Math.min(5, leb.length + padding);
    byte[] padded = Arrays.copyOf(leb, length);
    for (int i = leb.length - 1; i < length - 1; i++) {
      padded[i] |= (byte) 0x80;
    }
    if (length > leb.length) {
      padded[length - 1] = filler;
    }
    return padded;
  }

  private static byte[] signedLeb(long value) {
    byte[] out = new byte[10];
    long rest = value;
    int length = 0;
    while (rest < -64 || rest > 63) {
      out[length++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>= 7;
    }
    out[length++] = (byte) (rest & 0x7F);
    return Arrays.copyOf(out, length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "env", "größe", "日本", "🙂", "a\0b", "\u202e"})
  void name_utf8_isRead(String name) throws ModuleException {
    assertEquals(name, cursor(WasmBytes.name(name)).name(ModuleLimits.defaults()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01 80", // continuation alone
        "02 c0 80", // over-long NUL
        "03 ed a0 80", // surrogate
        "04 f4 90 80 80", // beyond U+10FFFF
        "03 e2 82 28", // broken sequence
        "02 e2 82", // cut sequence
        "01 ff",
      })
  void name_otherBytes_areRefused(String hex) {
    ModuleException refusal =
        assertThrows(ModuleException.class, () -> cursor(hex).name(ModuleLimits.defaults()));

    assertEquals("name-encoding", refusal.rule());
  }

  @Test
  void name_longerThanTheBytesLeft_isRefused() {
    ModuleException refusal =
        assertThrows(ModuleException.class, () -> cursor("05 61 62").name(ModuleLimits.defaults()));

    assertEquals("count-beyond-end", refusal.rule());
  }

  @Test
  void name_atLimit_isRead_aboveIsRefused() throws ModuleException {
    ModuleLimits limits = ModuleLimits.defaults().with(ModuleLimit.NAME_BYTES, 3);
    byte[] above = "abcd".getBytes(StandardCharsets.UTF_8);

    assertEquals("abc", cursor(WasmBytes.name("abc")).name(limits));
    ModuleException refusal =
        assertThrows(
            ModuleException.class,
            () -> cursor(WasmBytes.cat(WasmBytes.u32(4), above)).name(limits));
    assertEquals("name-bytes", refusal.rule());
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "3, 1", "2, 1"})
  void count_thatFitsTheBytesLeft_isRead(int entryBytes, int count) throws ModuleException {
    assertEquals(count, cursor("0" + count + " 00 00 00").count(entryBytes, "entries"));
  }

  @ParameterizedTest
  @CsvSource({"1, 04 00 00 00", "3, 02 00 00 00 00 00", "1, ff ff ff ff 0f 00"})
  void count_thatCannotFit_isRefused(int entryBytes, String hex) {
    ModuleException refusal =
        assertThrows(ModuleException.class, () -> cursor(hex).count(entryBytes, "entries"));

    assertEquals("count-beyond-end", refusal.rule());
    assertEquals(0, refusal.offset());
  }

  @Test
  void slice_readsOnlyItsRange() throws ModuleException {
    ByteCursor in = cursor("01 02 03");
    ByteCursor slice = in.slice(2);

    slice.skip(2);

    assertThrows(ModuleException.class, slice::u8);
    assertEquals(3, in.u8());
    assertThrows(ModuleException.class, () -> in.slice(1));
  }
}
