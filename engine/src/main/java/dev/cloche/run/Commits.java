package dev.cloche.run;

import dev.cloche.audit.AuditEvents;
import dev.cloche.audit.FileChanges;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.CommitReport.Action;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;

/**
 * Writes overlays to the host, and records it twice: before, or it does not happen; and after, with
 * what came of it.
 */
final class Commits {

  private Commits() {}

  static CommitReport run(
      AuditEvents events, Workspace workspace, Mount mount, OnConflict onConflict) {
    events.workspaceCommitting(mount.guestPath());
    CommitReport report;
    try {
      report = workspace.commit(mount, onConflict);
    } catch (WorkspaceException failed) {
      events.workspaceCommitted(mount.guestPath(), FileChanges.NONE, 1);
      throw failed;
    }
    int problems = report.failures().size() + (report.isComplete() ? 0 : report.conflicts().size());
    events.workspaceCommitted(mount.guestPath(), changes(report), problems);
    return report;
  }

  private static FileChanges changes(CommitReport report) {
    return new FileChanges(
        count(report, Action.CREATED),
        count(report, Action.REPLACED),
        count(report, Action.REMOVED));
  }

  private static long count(CommitReport report, Action action) {
    return report.applied().stream().filter(change -> change.action() == action).count();
  }
}
