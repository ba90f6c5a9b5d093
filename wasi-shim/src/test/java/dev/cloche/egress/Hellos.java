package dev.cloche.egress;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** First messages of TLS clients, right ones and others. */
final class Hellos {
  private Hellos() {}

  interface Part {
    void write(DataOutputStream out) throws IOException;
  }

  static byte[] bytes(Part part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      part.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  /** A server name extension with these names. */
  static byte[] names(List<String> names) {
    byte[] list =
        bytes(
            out -> {
              for (String name : names) {
                byte[] ascii = name.getBytes(StandardCharsets.UTF_8);
                out.writeByte(0);
                out.writeShort(ascii.length);
                out.write(ascii);
              }
            });
    return extension(
        0,
        bytes(
            out -> {
              out.writeShort(list.length);
              out.write(list);
            }));
  }

  static byte[] extension(int type, byte[] data) {
    return bytes(
        out -> {
          out.writeShort(type);
          out.writeShort(data.length);
          out.write(data);
        });
  }

  /** A handshake message with these extensions. */
  static byte[] message(byte[]... extensions) {
    byte[] all =
        bytes(
            out -> {
              for (byte[] each : extensions) {
                out.write(each);
              }
            });
    byte[] body =
        bytes(
            out -> {
              out.writeShort(0x0303);
              out.write(new byte[32]);
              out.writeByte(0);
              out.writeShort(2);
              out.writeShort(0x1301);
              out.writeByte(1);
              out.writeByte(0);
              out.writeShort(all.length);
              out.write(all);
            });
    return bytes(
        out -> {
          out.writeInt((1 << 24) | body.length);
          out.write(body);
        });
  }

  /** A message in records of this many bytes at most. */
  static byte[] records(byte[] message, int most) {
    return bytes(
        out -> {
          for (int at = 0; at < message.length; at += most) {
            int length = Math.min(most, message.length - at);
            out.writeByte(22);
            out.writeShort(0x0301);
            out.writeShort(length);
            out.write(message, at, length);
          }
        });
  }

  static byte[] naming(String host) {
    return records(message(extension(10, new byte[4]), names(List.of(host))), 1 << 14);
  }
}
