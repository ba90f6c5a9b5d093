package dev.cloche.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads a large file from its beginning to its end, 64 KiB a call. */
final class ReadTask implements ShimTask {

  private final WasiGuest guest;
  private final int chunks;
  private final int fd;

  ReadTask(ShimTree tree, int chunks) {
    this.guest = tree.guest();
    this.chunks = chunks;
    tree.put("large.bin", content(chunks));
    this.fd = guest.openToRead(WasiGuest.path("large.bin"));
  }

  /** Each chunk ends in its number. */
  private static byte[] content(int chunks) {
    ByteBuffer content =
        ByteBuffer.allocate(chunks * WasiGuest.DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < chunks; i++) {
      content.putInt((i + 1) * WasiGuest.DATA_BYTES - Integer.BYTES, i);
    }
    return content.array();
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
}
