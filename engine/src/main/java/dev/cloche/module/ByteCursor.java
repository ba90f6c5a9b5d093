package dev.cloche.module;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads the primitives of the binary format from a range of bytes, never beyond its end
 * (WebAssembly 2.0, 5.2). Integers may be longer than they need be, as the specification allows:
 * within ceil(N/7) bytes, with the unused bits of the last byte equal to the sign or zero.
 */
final class ByteCursor {

  private final byte[] bytes;
  private final String section;
  private final int end;
  private int position;

  ByteCursor(byte[] bytes, int start, int end, String section) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
    this.section = section;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  int end() {
    return end;
  }

  int remaining() {
    return end - position;
  }

  boolean hasRemaining() {
    return position < end;
  }

  /** Returns a cursor over the next {@code length} bytes and steps over them. */
  ByteCursor slice(int length) throws ModuleException {
    int start = position;
    skip(length);
    return new ByteCursor(bytes, start, position, section);
  }

  void skip(int count) throws ModuleException {
    if (count > remaining()) {
      throw unexpectedEnd();
    }
    position += count;
  }

  int u8() throws ModuleException {
    if (position >= end) {
      throw unexpectedEnd();
    }
    return bytes[position++] & 0xFF;
  }

  /** Reads an unsigned 32-bit integer; the result is from 0 to 2^32-1. */
  long u32() throws ModuleException {
    return bits32() & 0xFFFF_FFFFL;
  }

  /** Reads an unsigned 32-bit integer as its bits, so that values from 2^31 are negative. */
  int bits32() throws ModuleException {
    int start = position;
    int result = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int b = u8();
      result |= (b & 0x7F) << shift;
      if (b < 0x80) {
        return result;
      }
    }
    int last = u8();
    if (last > 0x0F) {
      throw refuse(Rule.INTEGER, start, "an integer does not fit 32 unsigned bits");
    }
    return result | last << 28;
  }

  /** Reads a signed integer of 32, 33 or 64 bits. */
  long signed(int bits) throws ModuleException {
    int start = position;
    long result = 0;
    for (int shift = 0; ; shift += 7) {
      int b = u8();
      result |= (long) (b & 0x7F) << shift;
      int used = bits - shift;
      if (used <= 7) {
        return lastByte(b, result, shift, used, start);
      }
      if (b < 0x80) {
        return result << (57 - shift) >> (57 - shift);
      }
    }
  }

  /** Checks that all bits from the sign bit on are equal in the last byte that is allowed. */
  private long lastByte(int b, long result, int shift, int used, int start) throws ModuleException {
    int sign = (byte) (b << 1) >> used;
    if (b >= 0x80 || (sign != 0 && sign != -1)) {
      throw refuse(
          Rule.INTEGER, start, "an integer does not fit %d signed bits".formatted(shift + used));
    }
    int unused = 64 - (shift + used);
    return result << unused >> unused;
  }

  /**
   * Reads the length of a vector of which each entry takes at least {@code entryBytes} bytes. A
   * length that cannot fit the remaining bytes is refused here, before anything is sized by it.
   */
  int count(int entryBytes, String entries) throws ModuleException {
    int start = position;
    long count = u32();
    if (count > remaining() / entryBytes) {
      throw refuse(
          Rule.COUNT_BEYOND_END,
          start,
          "%d %s are announced, but only %d bytes are left".formatted(count, entries, remaining()));
    }
    return (int) count;
  }

  /** Reads a name: a length and that many bytes of UTF-8 (WebAssembly 2.0, 5.2.4). */
  String name(ModuleLimits limits) throws ModuleException {
    int start = position;
    int length = count(1, "bytes of a name");
    long allowed = limits.of(ModuleLimit.NAME_BYTES);
    if (length > allowed) {
      throw over(ModuleLimit.NAME_BYTES, start, "a name has", length, allowed);
    }
    try {
      String name = strictUtf8().decode(ByteBuffer.wrap(bytes, position, length)).toString();
      position += length;
      return name;
    } catch (CharacterCodingException e) {
      throw refuse(Rule.NAME_ENCODING, start, "a name is not UTF-8");
    }
  }

  private static CharsetDecoder strictUtf8() {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  ModuleException refuse(Rule rule, int at, String detail) {
    return ModuleException.of(rule, section, at, detail);
  }

  ModuleException off(Feature feature, int at) {
    return ModuleException.off(feature, section, at);
  }

  ModuleException over(ModuleLimit limit, int at, String subject, long used, long allowed) {
    return ModuleException.over(limit, section, at, subject, used, allowed);
  }

  private ModuleException unexpectedEnd() {
    return refuse(Rule.UNEXPECTED_END, end, "the bytes end in the middle of an entry");
  }
}
