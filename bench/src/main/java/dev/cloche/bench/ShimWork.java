package dev.cloche.bench;

/** What a guest does with its files. */
public enum ShimWork {
  OPEN_READ_CLOSE("open, read, close a file of 100 bytes", 1000, 5, 1),
  READ("read 64 KiB of a file of 16 MiB", 256, 3, 3),
  LIST("list a directory of 10,000 entries, 4 KiB at a time", 10_000, 300, 1),
  SNAPSHOT("change 10 of 10,000 files and take a snapshot", 10_000, 40, 1);

  private final String title;
  private final int size;
  private final int smallSize;
  private final double target;

  ShimWork(String title, int size, int smallSize, double target) {
    this.title = title;
    this.size = size;
    this.smallSize = smallSize;
    this.target = target;
  }

  /** What it is, for the report. */
  String title() {
    return title;
  }

  /** The size that is measured: the calls of one run, or the files of the tree. */
  int size() {
    return size;
  }

  /** A size that is done in milliseconds. */
  int smallSize() {
    return smallSize;
  }

  /** How many times as fast as the peer the shim shall be. */
  double target() {
    return target;
  }

  /** Fills an empty tree, and returns what to do with it. */
  ShimTask prepare(ShimTree tree, int ofSize) {
    return switch (this) {
      case OPEN_READ_CLOSE -> new OpenTask(tree, ofSize);
      case READ -> new ReadTask(tree, ofSize);
      case LIST -> new ListTask(tree, ofSize);
      case SNAPSHOT -> new SnapshotTask(tree, ofSize);
    };
  }

  /** Refuses an answer that is not the right one. */
  static void check(String what, long expected, long actual) {
    if (expected != actual) {
      throw new IllegalStateException(what + ": " + actual + " instead of " + expected);
    }
  }
}
