package dev.cloche.testkit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;

/** Writes instructions of WebAssembly; a body is closed by whoever takes it. Not thread-safe. */
final class Code {
  static final int UNREACHABLE = 0x00;
  static final int BLOCK = 0x02;
  static final int LOOP = 0x03;
  static final int IF = 0x04;
  static final int ELSE = 0x05;
  static final int END = 0x0b;
  static final int BR = 0x0c;
  static final int BR_IF = 0x0d;
  static final int BR_TABLE = 0x0e;
  static final int RETURN = 0x0f;
  static final int CALL = 0x10;
  static final int CALL_INDIRECT = 0x11;
  static final int DROP = 0x1a;
  static final int SELECT = 0x1b;
  static final int LOCAL_GET = 0x20;
  static final int LOCAL_SET = 0x21;
  static final int LOCAL_TEE = 0x22;
  static final int GLOBAL_GET = 0x23;
  static final int GLOBAL_SET = 0x24;
  static final int MEMORY_SIZE = 0x3f;
  static final int MEMORY_GROW = 0x40;
  static final int NO_RESULT = 0x40;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /**
   * The byte of a type that a letter stands for: i and j for 32 and 64 bits, f and d for floats.
   */
  static int type(char letter) {
    return switch (letter) {
      case 'i' -> 0x7f;
      case 'j' -> 0x7e;
      case 'f' -> 0x7d;
      case 'd' -> 0x7c;
      default -> throw new IllegalArgumentException("type " + letter);
    };
  }

  @CanIgnoreReturnValue
  Code op(int opcode) {
    out.write(opcode);
    return this;
  }

  /** An opcode with an index. */
  @CanIgnoreReturnValue
  Code op(int opcode, int index) {
    return op(opcode).u32(index);
  }

  @CanIgnoreReturnValue
  Code u32(long value) {
    long rest = value & 0xffff_ffffL;
    while (rest >= 0x80) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  @CanIgnoreReturnValue
  private Code signed(long value) {
    long rest = value;
    while (rest < -64 || rest >= 64) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    out.write((int) (rest & 0x7f));
    return this;
  }

  @CanIgnoreReturnValue
  Code i32(int value) {
    return op(0x41).signed(value);
  }

  @CanIgnoreReturnValue
  Code i64(long value) {
    return op(0x42).signed(value);
  }

  /** A constant of a type, by its bits. */
  @CanIgnoreReturnValue
  Code constant(char letter, long bits) {
    return switch (letter) {
      case 'i' -> i32((int) bits);
      case 'j' -> i64(bits);
      case 'f' -> op(0x43).raw(bits, 4);
      case 'd' -> op(0x44).raw(bits, 8);
      default -> throw new IllegalArgumentException("type " + letter);
    };
  }

  @CanIgnoreReturnValue
  private Code raw(long bits, int count) {
    for (int i = 0; i < count; i++) {
      out.write((int) (bits >>> (8 * i)));
    }
    return this;
  }

  @CanIgnoreReturnValue
  Code get(int local) {
    return op(LOCAL_GET, local);
  }

  @CanIgnoreReturnValue
  Code set(int local) {
    return op(LOCAL_SET, local);
  }

  @CanIgnoreReturnValue
  Code call(int function) {
    return op(CALL, function);
  }

  /** A load or store, with no offset and no alignment promised. */
  @CanIgnoreReturnValue
  Code memory(int opcode) {
    return op(opcode).u32(0).u32(0);
  }

  /** Copies a passive segment, whole, to an address. */
  @CanIgnoreReturnValue
  Code init(int segment, int address, int length) {
    return i32(address).i32(0).i32(length).op(0xfc).u32(8).u32(segment).op(0);
  }

  @CanIgnoreReturnValue
  Code append(byte[] code) {
    out.writeBytes(code);
    return this;
  }

  @CanIgnoreReturnValue
  Code append(Code other) {
    return append(other.bytes());
  }

  int size() {
    return out.size();
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}
