package dev.cloche;

/** How exactly a tool's work is charged as fuel. */
public enum Metering {
  /** Each instruction is charged: the same call takes the same fuel everywhere. */
  EXACT("exact"),
  /** Work is charged by larger pieces; a call still ends, later than it could. */
  COARSE("coarse");

  private final String id;

  Metering(String id) {
    this.id = id;
  }

  /** Returns the word for it in a manifest. */
  public String id() {
    return id;
  }
}
