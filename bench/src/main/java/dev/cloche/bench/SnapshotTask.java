package dev.cloche.bench;

/** Replaces ten files of a tree, through the guest, and keeps the state after that. */
final class SnapshotTask implements ShimTask {

  private static final int CHANGES = 10;
  private static final int FILES_PER_DIRECTORY = 100;
  private static final int FILE_BYTES = 100;

  private final ShimTree tree;
  private final byte[][] paths;
  private int next;
  private int round;

  SnapshotTask(ShimTree tree, int files) {
    this.tree = tree;
    this.paths = new byte[files][];
    for (int i = 0; i < files; i++) {
      String path = "directory" + i / FILES_PER_DIRECTORY + "/file" + i + ".txt";
      paths[i] = WasiGuest.path(path);
      tree.put(path, new byte[FILE_BYTES]);
    }
    tree.snapshot();
  }

  @Override
  public int run() {
    round++;
    WasiGuest guest = tree.guest();
    guest.memory().writeI32(WasiGuest.DATA, round);
    for (int i = 0; i < CHANGES; i++) {
      int fd = guest.openToReplace(paths[next]);
      ShimWork.check("bytes written", FILE_BYTES, guest.write(fd, FILE_BYTES));
      guest.close(fd);
      next = (next + 1) % paths.length;
    }
    tree.snapshot();
    return 1;
  }

  @Override
  public void check() {
    ShimWork.check("files changed", CHANGES, tree.changed());
  }
}
