package dev.cloche.bench;

/** The shims that are compared. Each is loaded in a JVM of its own. */
public enum ShimColumn {
  /** The engine's. */
  CLOCHE("Cloche"),
  /** What a Chicory embedder has without it. */
  STOCK("Chicory on Jimfs");

  private final String heading;

  ShimColumn(String heading) {
    this.heading = heading;
  }

  /** The name in the report. */
  String heading() {
    return heading;
  }

  /** Makes an empty tree. */
  ShimTree tree() {
    return switch (this) {
      case CLOCHE -> new ClocheTree();
      case STOCK -> new JimfsTree();
    };
  }
}
