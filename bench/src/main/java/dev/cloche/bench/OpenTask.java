package dev.cloche.bench;

/** Opens a small file in a directory, reads it whole, and closes it. */
final class OpenTask implements ShimTask {

  private static final int FILE_BYTES = 100;
  private static final int BUFFER_BYTES = 4096;
  private static final byte[] PATH = WasiGuest.path("src/small.txt");

  private final WasiGuest guest;
  private final int times;

  OpenTask(ShimTree tree, int times) {
    this.guest = tree.guest();
    this.times = times;
    tree.put("src/small.txt", new byte[FILE_BYTES]);
  }

  @Override
  public int run() {
    for (int i = 0; i < times; i++) {
      int fd = guest.openToRead(PATH);
      ShimWork.check("bytes read", FILE_BYTES, guest.read(fd, BUFFER_BYTES));
      guest.close(fd);
    }
    return times;
  }
}
