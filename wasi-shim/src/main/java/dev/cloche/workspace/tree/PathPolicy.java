package dev.cloche.workspace.tree;

import java.util.List;

/** Says which paths of a mount a guest must not change. */
public interface PathPolicy {
  /** What a path is. */
  enum Verdict {
    /** The guest's. */
    FREE,
    /** Above a protected one: it may be a directory and nothing else. */
    LEADS_TO_PROTECTED,
    /** Protected, or below a protected one. */
    PROTECTED
  }

  /**
   * Judges a path.
   *
   * @param path the names from the root of the host's file system down
   * @param outside how many of them lie above the mount
   */
  Verdict judge(List<String> path, int outside);

  /** Returns how many levels below a directory its own name can matter. */
  int reach();
}
