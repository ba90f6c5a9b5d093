package dev.cloche.run;

import dev.cloche.audit.FileChanges;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import org.jspecify.annotations.Nullable;

/**
 * What a call changes in the workspace, counted only where it is recorded. Calls that overlap count
 * each other's changes as well: they share the workspace.
 */
final class CallChanges {

  private final Workspace workspace;
  private final @Nullable Snapshot before;

  private CallChanges(Workspace workspace, @Nullable Snapshot before) {
    this.workspace = workspace;
    this.before = before;
  }

  static CallChanges from(SessionCore session) {
    Workspace workspace = session.workspace();
    return new CallChanges(workspace, session.records().isAudited() ? workspace.snapshot() : null);
  }

  FileChanges counted() {
    if (before == null) {
      return FileChanges.NONE;
    }
    WorkspaceDiff diff = workspace.diff(before);
    return new FileChanges(diff.added().size(), diff.changed().size(), diff.removed().size());
  }
}
