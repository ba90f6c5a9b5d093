package dev.cloche;

/** Told each step of each hatch. Thread-safe. */
@FunctionalInterface
public interface HatchListener {

  /** Takes a step. If it throws, nothing is opened: what cannot be recorded does not happen. */
  void on(HatchEvent event);

  /** A listener that looks away. */
  static HatchListener none() {
    return event -> {};
  }
}
