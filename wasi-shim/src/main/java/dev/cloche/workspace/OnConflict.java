package dev.cloche.workspace;

/** What a commit does where the host is not any more what was read. */
public enum OnConflict {
  /** Write nothing at all, and report the conflicts. */
  REFUSE,
  /**
   * Replace files and links that changed or appeared meanwhile. A directory that holds something
   * unknown is never removed.
   */
  OVERWRITE
}
