package dev.cloche.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** Reads a large file from its beginning to its end, 64 KiB a call. */
final class ReadTask implements ShimTask {

  private final WasiGuest guest;
  private final int chunks;
  private final int fd;
  private final byte[] content;

  ReadTask(ShimTree tree, int chunks) {
    this.guest = tree.guest();
    this.chunks = chunks;
    this.content = content(chunks);
    tree.put("large.bin", content);
    this.fd = guest.openToRead(WasiGuest.path("large.bin"));
  }

  /** Bytes like any, but that each chunk ends in its number. */
  private static byte[] content(int chunks) {
    byte[] bytes = new byte[chunks * WasiGuest.DATA_BYTES];
    new Random(1).nextBytes(bytes);
    ByteBuffer content = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < chunks; i++) {
      content.putInt((i + 1) * WasiGuest.DATA_BYTES - Integer.BYTES, i);
    }
    return bytes;
  }

  @Override
  public int run() {
    guest.rewind(fd);
    for (int i = 0; i < chunks; i++) {
      ShimWork.check("bytes read", WasiGuest.DATA_BYTES, guest.read(fd, WasiGuest.DATA_BYTES));
      int last = WasiGuest.DATA + WasiGuest.DATA_BYTES - Integer.BYTES;
      ShimWork.check("chunk read", i, guest.memory().readInt(last));
    }
    return chunks;
  }

  /** The last chunk is still in the memory, whole. */
  @Override
  public void check() {
    byte[] read = guest.memory().readBytes(WasiGuest.DATA, WasiGuest.DATA_BYTES);
    int from = content.length - WasiGuest.DATA_BYTES;
    ShimWork.check(
        "first byte that differs",
        -1,
        Arrays.mismatch(read, 0, read.length, content, from, content.length));
  }
}
