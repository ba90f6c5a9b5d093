package dev.cloche.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.teavm.interop.Address;

/** Bytes in and out of descriptors, and the strings that the host gives. */
final class Descriptors {

  private static final int PIECE = 64 * 1024;

  // A vector (address, length) and a result, for the calls that take them. There is one thread, and
  // no call keeps it.
  private static final int[] SCRATCH = new int[3];

  private Descriptors() {}

  static byte[] readAll(int fd) throws IOException {
    byte[] data = new byte[4096];
    int length = 0;
    while (true) {
      if (length == data.length) {
        data = Arrays.copyOf(data, data.length * 2);
      }
      int room = Math.min(PIECE, data.length - length);
      check(Preview1.fdRead(fd, vector(data, length, room), 1, result()), "cannot read");
      if (SCRATCH[2] == 0) {
        return Arrays.copyOf(data, length);
      }
      length += SCRATCH[2];
    }
  }

  static void writeAll(int fd, byte[] data) throws IOException {
    int done = 0;
    while (done < data.length) {
      int length = Math.min(PIECE, data.length - done);
      check(Preview1.fdWrite(fd, vector(data, done, length), 1, result()), "cannot write");
      done += SCRATCH[2];
    }
  }

  private static Address vector(byte[] data, int offset, int length) {
    SCRATCH[0] = Address.ofData(data).add(offset).toInt();
    SCRATCH[1] = length;
    return Address.ofData(SCRATCH);
  }

  private static Address result() {
    return Address.ofData(SCRATCH).add(8);
  }

  static void check(int errno, String what) throws IOException {
    if (errno != 0) {
      throw new IOException(what + ": errno " + errno);
    }
  }

  static List<byte[]> arguments() {
    int[] sizes = new int[2];
    if (Preview1.argsSizesGet(Address.ofData(sizes), Address.ofData(sizes).add(4)) != 0) {
      return List.of();
    }
    int[] places = new int[sizes[0]];
    byte[] text = new byte[sizes[1]];
    int errno = Preview1.argsGet(Address.ofData(places), Address.ofData(text));
    return errno == 0 ? split(text) : List.of();
  }

  static List<byte[]> environment() {
    int[] sizes = new int[2];
    if (Preview1.environSizesGet(Address.ofData(sizes), Address.ofData(sizes).add(4)) != 0) {
      return List.of();
    }
    int[] places = new int[sizes[0]];
    byte[] text = new byte[sizes[1]];
    int errno = Preview1.environGet(Address.ofData(places), Address.ofData(text));
    return errno == 0 ? split(text) : List.of();
  }

  /** Strings stand behind each other, each with a NUL at its end. */
  private static List<byte[]> split(byte[] text) {
    List<byte[]> strings = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == 0) {
        strings.add(Arrays.copyOfRange(text, from, i));
        from = i + 1;
      }
    }
    return strings;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
