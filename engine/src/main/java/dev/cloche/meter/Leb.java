package dev.cloche.meter;

/**
 * An unsigned LEB128 number in bytes that were checked before; it may be padded.
 *
 * @param value the number
 * @param after the offset behind it
 */
record Leb(int value, int after) {

  static Leb read(byte[] bytes, int start) {
    int offset = start;
    int value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[offset++];
      value |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return new Leb(value, offset);
  }
}
