package dev.cloche.signature;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Puts modules together of sections, and takes them apart. */
final class Modules {

  static final byte[] HEADER = HexFormat.of().parseHex("0061736d01000000");

  private Modules() {}

  static byte[] of(List<byte[]> sections) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(HEADER);
    sections.forEach(out::writeBytes);
    return out.toByteArray();
  }

  /** Name and contents together have to be shorter than 127 bytes. */
  static byte[] custom(String name, String contents) {
    byte[] key = name.getBytes(StandardCharsets.UTF_8);
    byte[] value = contents.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0);
    out.write(1 + key.length + value.length);
    out.write(key.length);
    out.writeBytes(key);
    out.writeBytes(value);
    return out.toByteArray();
  }

  /** A command that does nothing, with a manifest and another custom section. */
  static List<byte[]> sections() {
    return List.of(
        custom("cloche.tool", "{\"name\": \"nothing\"}"),
        HexFormat.of().parseHex("010401600000"),
        HexFormat.of().parseHex("03020100"),
        HexFormat.of().parseHex("070a01065f73746172740000"),
        HexFormat.of().parseHex("0a040102000b"),
        custom("producers", "by hand"));
  }

  static byte[] plain() {
    return of(sections());
  }

  /** Reads frames whose sizes take up to five bytes. */
  static List<byte[]> split(byte[] module) {
    List<byte[]> sections = new ArrayList<>();
    int at = HEADER.length;
    while (at < module.length) {
      int size = 0;
      int next = at + 1;
      for (int shift = 0; ; shift += 7) {
        int b = module[next++];
        size |= (b & 0x7f) << shift;
        if (b >= 0) {
          break;
        }
      }
      sections.add(Arrays.copyOfRange(module, at, next + size));
      at = next + size;
    }
    return sections;
  }
}
