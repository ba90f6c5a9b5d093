package dev.cloche.module;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Puts modules together byte by byte, so that tests can put them together wrongly. */
final class WasmBytes {

  static final byte[] HEADER = hex("00 61 73 6d 01 00 00 00");

  private WasmBytes() {}

  /** Returns the header and the sections given. */
  static byte[] module(byte[]... sections) {
    return cat(HEADER, cat(sections));
  }

  /** Returns a section: id, size, contents. */
  static byte[] section(int id, byte[]... contents) {
    byte[] all = cat(contents);
    return cat(new byte[] {(byte) id}, u32(all.length), all);
  }

  /** Returns a section that holds a vector of entries. */
  static byte[] list(int id, byte[]... entries) {
    return section(id, u32(entries.length), cat(entries));
  }

  static byte[] customSection(String name, byte[] contents) {
    return section(0, name(name), contents);
  }

  static byte[] types(String... hex) {
    return listOfHex(1, hex);
  }

  static byte[] listOfHex(int id, String... hex) {
    byte[][] entries = new byte[hex.length][];
    for (int i = 0; i < hex.length; i++) {
      entries[i] = hex(hex[i]);
    }
    return list(id, entries);
  }

  /** Returns the entry of the code section for a body: its size, local groups and instructions. */
  static byte[] body(byte[] locals, byte[] code) {
    return cat(u32(locals.length + code.length), locals, code);
  }

  /**
   * Returns a module around one body, which is function 1 of type [i32] -> [i32]. Around it are:
   * type 0 {@code [] -> []}, type 1 that of the body, type 2 {@code [i32 i32] -> [i32]}, type 3
   * {@code [i32] -> [i32 i32]}; imported function 0 of type 0; table 0 of funcref; one memory;
   * imported immutable global 0, mutable global 1, both i32; one passive segment each of elements
   * and data.
   */
  static byte[] around(String localsHex, String codeHex) {
    return cat(beforeCode(), list(10, body(hex(localsHex), hex(codeHex))), afterCode());
  }

  static byte[] around(String codeHex) {
    return around("00", codeHex);
  }

  /** Returns the offset in {@link #around(String)} of the first instruction. */
  static int codeOffset(String codeHex) {
    // section id, section size, count, body size, number of local groups
    int bodySize = 1 + hex(codeHex).length;
    int sizes = u32(bodySize).length + u32(1 + u32(bodySize).length + bodySize).length;
    return beforeCode().length + 1 + 1 + sizes + 1;
  }

  private static byte[] beforeCode() {
    return module(
        types("60 00 00", "60 01 7f 01 7f", "60 02 7f 7f 01 7f", "60 01 7f 02 7f 7f"),
        listOfHex(2, "01 65 01 66 00 00", "01 65 01 67 03 7f 00"),
        listOfHex(3, "01"),
        listOfHex(4, "70 00 02"),
        listOfHex(5, "00 01"),
        listOfHex(6, "7f 01 41 00 0b"),
        listOfHex(9, "01 00 01 01"),
        section(12, u32(1)));
  }

  private static byte[] afterCode() {
    return listOfHex(11, "01 02 68 69");
  }

  static byte[] u32(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  static byte[] name(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return cat(u32(utf8.length), utf8);
  }

  static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  static byte[] repeat(int count, byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(count * bytes.length);
    for (int i = 0; i < count; i++) {
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  static byte[] cat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
