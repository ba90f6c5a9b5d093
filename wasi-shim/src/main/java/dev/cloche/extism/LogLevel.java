package dev.cloche.extism;

/** How much a line of a plugin's log matters, least first. */
public enum LogLevel {
  /** Every step. */
  TRACE(0),
  /** For whoever looks for a mistake. */
  DEBUG(1),
  /** What happened. */
  INFO(2),
  /** What may be wrong. */
  WARN(3),
  /** What went wrong. */
  ERROR(4);

  private final int number;

  LogLevel(int number) {
    this.number = number;
  }

  /** Returns what plugins call it. */
  int number() {
    return number;
  }
}
