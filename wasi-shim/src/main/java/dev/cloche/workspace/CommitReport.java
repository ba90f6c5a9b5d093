package dev.cloche.workspace;

import java.util.List;

/**
 * What a commit did. A value.
 *
 * @param applied what the host has now, in the order it was done
 * @param conflicts where the host is not what was read; if there are any, and they were not to be
 *     overwritten, nothing was applied
 * @param failures what could not be written or is refused; the rest was applied
 */
public record CommitReport(List<Change> applied, List<Problem> conflicts, List<Problem> failures) {
  /** Copies the lists. */
  public CommitReport {
    applied = List.copyOf(applied);
    conflicts = List.copyOf(conflicts);
    failures = List.copyOf(failures);
  }

  /** What happened to a path. */
  public enum Action {
    /** It is new. */
    CREATED,
    /** It has another content. */
    REPLACED,
    /** It is gone. */
    REMOVED
  }

  /**
   * One path that was written.
   *
   * @param path the path in the workspace
   * @param action what happened
   * @param kind what is there now, or what was removed
   */
  public record Change(String path, Action action, NodeKind kind) {}

  /**
   * One path that was not.
   *
   * @param path the path in the workspace
   * @param reason why, without paths of the host
   */
  public record Problem(String path, String reason) {}

  /** Returns whether the host has everything now. */
  public boolean isComplete() {
    return failures.isEmpty() && (conflicts.isEmpty() || !applied.isEmpty());
  }
}
