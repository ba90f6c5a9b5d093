package dev.cloche.bench;

/** What is fetched. */
public enum NetWork {
  SMALL("1 KB", 1_000, 100),
  LARGE("10 MB", 10_000_000, 2);

  private final String title;
  private final int bytes;
  private final int batch;

  NetWork(String title, int bytes, int batch) {
    this.title = title;
    this.bytes = bytes;
    this.batch = batch;
  }

  /** What it is, for the report. */
  String title() {
    return title;
  }

  /** How long the body is. */
  int bytes() {
    return bytes;
  }

  /** How many requests are measured at a time, and made by one call of a guest. */
  int batch() {
    return batch;
  }
}
