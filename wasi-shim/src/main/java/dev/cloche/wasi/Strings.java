package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A list of NUL-terminated strings, as arguments and environment are handed to a guest. */
final class Strings {
  private final List<byte[]> terminated;
  private final int totalBytes;

  Strings(List<String> strings) {
    this.terminated = strings.stream().map(Strings::terminate).toList();
    this.totalBytes = terminated.stream().mapToInt(bytes -> bytes.length).reduce(0, Math::addExact);
  }

  private static byte[] terminate(String string) {
    return (string + '\0').getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the number of strings, and the bytes of all of them. */
  void putSizes(Call call) throws Fault {
    int count = call.pointer(0, Integer.BYTES);
    int bytes = call.pointer(1, Integer.BYTES);
    call.memory().putInt(count, terminated.size());
    call.memory().putInt(bytes, totalBytes);
  }

  /** Writes an array of pointers, and the strings they point to. */
  void put(Call call) throws Fault {
    int pointers = call.pointer(0, (long) terminated.size() * Integer.BYTES);
    int target = call.pointer(1, totalBytes);
    call.budget().charge(HostCosts.bytes(totalBytes + (long) terminated.size() * Integer.BYTES));
    for (byte[] string : terminated) {
      call.memory().putInt(pointers, target);
      call.memory().putBytes(target, string, 0, string.length);
      pointers += Integer.BYTES;
      target += string.length;
    }
  }
}
