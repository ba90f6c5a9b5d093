package dev.cloche.bench;

/** What of a launch is measured; both of the same one. */
enum LaunchMeasure {
  /** The program runs, and what it prints arrives. */
  FIRST_BYTE("first byte"),
  /** It is over, and how is known. */
  END("known end");

  private final String title;

  LaunchMeasure(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  double of(Launch.Times times) {
    return this == FIRST_BYTE ? times.firstByte() : times.end();
  }
}
