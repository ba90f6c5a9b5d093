package dev.cloche.bench;

import com.dylibso.chicory.runtime.Memory;

/** Lists a large directory as a C library does, with a buffer of 4 KiB. */
final class ListTask implements ShimTask {

  private static final int BUFFER_BYTES = 4096;
  private static final int ENTRY_BYTES = 24;
  private static final int NAME_LENGTH_AT = 16;

  private final WasiGuest guest;
  private final int entries;
  private final int fd;
  private long cookie;
  private int names;

  ListTask(ShimTree tree, int entries) {
    this.guest = tree.guest();
    this.entries = entries;
    for (int i = 0; i < entries; i++) {
      tree.put("many/file" + i + ".txt", new byte[0]);
    }
    this.fd = guest.openDirectory(WasiGuest.path("many"));
  }

  @Override
  public int run() {
    cookie = 0;
    names = 0;
    int filled;
    do {
      filled = guest.list(fd, BUFFER_BYTES, cookie);
      take(filled);
    } while (filled == BUFFER_BYTES);
    ShimWork.check("names listed", entries, names);
    return 1;
  }

  /** Counts what is whole; what is cut comes again with the next call. */
  private void take(int filled) {
    Memory memory = guest.memory();
    int at = WasiGuest.DATA;
    int end = at + filled;
    while (at + ENTRY_BYTES <= end) {
      int length = memory.readInt(at + NAME_LENGTH_AT);
      if (at + ENTRY_BYTES + length > end) {
        return;
      }
      cookie = memory.readLong(at);
      at += ENTRY_BYTES + length;
      // A dot and two dots are names that no file here has.
      names += length > 2 ? 1 : 0;
    }
  }
}
