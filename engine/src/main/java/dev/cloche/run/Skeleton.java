package dev.cloche.run;

import java.io.ByteArrayOutputStream;

/**
 * Leaves the code out of a metered module. What remains is all that instances of compiled code
 * need: types, imports, tables, memory, globals, exports, segments; parsing it costs next to
 * nothing.
 */
final class Skeleton {

  private static final int HEADER_BYTES = 8;
  private static final int CODE = 10;

  /** A body of three bytes: no locals, {@code unreachable}, {@code end}. */
  private static final byte[] EMPTY_BODY = {3, 0, 0, 0x0B};

  private final byte[] module;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int position = HEADER_BYTES;

  private Skeleton(byte[] module) {
    this.module = module;
  }

  /** Returns the module with each function body replaced by one that does nothing but trap. */
  static byte[] of(byte[] module) {
    return new Skeleton(module).write();
  }

  private byte[] write() {
    out.write(module, 0, HEADER_BYTES);
    while (position < module.length) {
      int start = position;
      int id = module[position++];
      int size = readU32();
      int content = position;
      position += size;
      if (id == CODE) {
        writeCode(content);
      } else {
        out.write(module, start, position - start);
      }
    }
    return out.toByteArray();
  }

  private void writeCode(int content) {
    int end = position;
    position = content;
    int count = readU32();
    int countBytes = position - content;
    position = end;
    out.write(CODE);
    writeU32(countBytes + count * EMPTY_BODY.length);
    out.write(module, content, countBytes);
    for (int i = 0; i < count; i++) {
      out.write(EMPTY_BODY, 0, EMPTY_BODY.length);
    }
  }

  private int readU32() {
    int value = 0;
    int shift = 0;
    byte next;
    do {
      next = module[position++];
      value |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  private void writeU32(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
