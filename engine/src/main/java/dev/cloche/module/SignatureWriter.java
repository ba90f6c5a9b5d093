package dev.cloche.module;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the primitives that signatures and custom sections are made of. */
final class SignatureWriter {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  void u8(int value) {
    out.write(value);
  }

  void u32(int value) {
    int rest = value;
    while (rest >>> 7 != 0) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  void bytes(byte[] bytes) {
    out.writeBytes(bytes);
  }

  void range(byte[] bytes, int start, int end) {
    out.write(bytes, start, end - start);
  }

  void ascii(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Writes a length and the bytes. */
  void vector(byte[] bytes) {
    u32(bytes.length);
    bytes(bytes);
  }

  /** Writes a custom section. */
  void customSection(String name, byte[] payload) {
    SignatureWriter contents = new SignatureWriter();
    contents.vector(name.getBytes(StandardCharsets.UTF_8));
    contents.bytes(payload);
    u8(0);
    vector(contents.toBytes());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
