package dev.cloche.adapter.spark;

/** What a record is to the tool. */
public enum CallMapping {
  /** An object as JSON: the tool's structured input. */
  INPUT,
  /** Text that becomes standard input. */
  STDIN
}
