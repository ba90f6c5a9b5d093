package dev.cloche.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Bytes that a guest puts into its memory.
 *
 * @param address where
 * @param latin1 the bytes, a character for each
 */
public record Poke(int address, String latin1) {

  /** Returns a poke of bytes. */
  public static Poke bytes(int address, byte[] bytes) {
    return new Poke(address, new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns a poke of a text: its UTF-8, and for half a surrogate pair the three bytes that an
   * encoder would write that knows no pairs, which are no UTF-8.
   */
  public static Poke text(int address, String text) {
    StringBuilder latin1 = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE) {
                latin1.append((char) (0xe0 | (point >> 12)));
                latin1.append((char) (0x80 | (point >> 6 & 0x3f)));
                latin1.append((char) (0x80 | (point & 0x3f)));
              } else {
                byte[] utf8 = Character.toString(point).getBytes(StandardCharsets.UTF_8);
                latin1.append(new String(utf8, StandardCharsets.ISO_8859_1));
              }
            });
    return new Poke(address, latin1.toString());
  }

  /** Returns a poke of 32-bit numbers, in the order of WebAssembly. */
  public static Poke ints(int address, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes(address, bytes.array());
  }

  /** Returns how many bytes there are. */
  public int length() {
    return latin1.length();
  }

  /** Returns the bytes. */
  public byte[] bytes() {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return "\"%s\" at 0x%x".formatted(Shown.bytes(bytes()), address);
  }
}
