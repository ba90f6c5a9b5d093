package dev.cloche.meter;

import dev.cloche.module.Body;

/**
 * The local declarations of a body, as they stand.
 *
 * @param count how many groups there are
 * @param start offset of the first group
 */
record LocalGroups(int count, int start) {

  /** Reads the count, whose encoding was checked before and may be padded. */
  static LocalGroups of(byte[] bytes, Body body) {
    int offset = body.start();
    int value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[offset++];
      value |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return new LocalGroups(value, offset);
  }
}
