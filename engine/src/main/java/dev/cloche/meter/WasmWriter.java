package dev.cloche.meter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer with the encodings of the binary format (WebAssembly 2.0, 5.2). */
final class WasmWriter {

  private byte[] buffer;
  private int size;

  WasmWriter(int capacity) {
    this.buffer = new byte[capacity];
  }

  int size() {
    return size;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(buffer, size);
  }

  WasmWriter u8(int value) {
    reserve(1);
    buffer[size++] = (byte) value;
    return this;
  }

  /** Writes an unsigned LEB128 in its shortest form. */
  WasmWriter u32(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      u8((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    return u8(rest);
  }

  /** Writes a signed LEB128 in its shortest form. */
  WasmWriter s32(int value) {
    int rest = value;
    while (rest < -64 || rest > 63) {
      u8((rest & 0x7F) | 0x80);
      rest >>= 7;
    }
    return u8(rest & 0x7F);
  }

  WasmWriter raw(byte[] source, int start, int end) {
    int length = end - start;
    reserve(length);
    System.arraycopy(source, start, buffer, size, length);
    size += length;
    return this;
  }

  WasmWriter raw(byte[] source) {
    return raw(source, 0, source.length);
  }

  /** Writes the content of {@code other} behind its length in bytes. */
  WasmWriter sized(WasmWriter other) {
    return u32(other.size).raw(other.buffer, 0, other.size);
  }

  WasmWriter name(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return u32(utf8.length).raw(utf8);
  }

  private void reserve(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length + (buffer.length >> 1), size + more));
    }
  }
}
